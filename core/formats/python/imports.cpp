#include "formats/python/imports.h"

#include "formats/python/literal.h"

namespace netloupe::python {

void add_imports(Model& model, const pickle::Pickle& pickle, std::string_view part) {
    for (const pickle::Global& global : pickle.globals) {
        PythonImport import;
        import.module = model.strings.intern(global.module());
        import.name = model.strings.intern(global.name());
        import.part = model.strings.intern(part);
        if (global.call.valid()) import.call = model.strings.intern(literal(pickle, global.call));
        import.origin.offset = global.offset;
        model.python_imports.push_back(import);
    }
}

}  // namespace netloupe::python
