#include "formats/onnx/semantics.h"
#include "graph_reader.h"
#include "model_reader.h"
#include "reading.h"
#include "tensor_reader.h"

namespace netloupe::onnx {

namespace {

using wire::bytes_tag;

/// Reads files that hold values without a graph, as test data sets have them.
class ValueReader {
public:
    ValueReader(Model& model, const CancelToken& cancel, const SourceLines* lines, std::string_view format)
        : reading_(model, cancel, lines), draft_(begin_graph(reading_, GraphPlace(GraphKind::kMain), 0)) {
        model.format = Format::kOnnx;
        model.format_name = format;
        model.version = "0";
        whole_file_.bytes = model.files[0].bytes();
    }

    Result<void> read_tensor_file() {
        add(read_tensor(reading_, whole_file_, {}), {});
        return finish();
    }
    Result<void> read_sequence_file() {
        read_sequence(whole_file_, {}, {});
        return finish();
    }
    Result<void> read_map_file() {
        read_map(whole_file_, {}, {});
        return finish();
    }

private:
    /// SequenceProto and OptionalProto: field 3 tensors, 4 sparse tensors, 5 sequences, 6 maps, 7 optionals.
    void read_sequence(const wire::Field& message, const FieldPath& path, const std::string& around) {
        if (too_deep(message, path)) return;
        const std::string name = around.empty() ? name_of(message, path) : around;
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        uint64_t index = 0;
        while (reader.next(field) && !reading_.stopped()) {
            const std::string element = name + "[" + std::to_string(index) + "]";
            const FieldPath at = path.element("values", index);
            switch (field.tag) {
                case bytes_tag(3):
                    add(read_tensor(reading_, field, at), element);
                    break;
                case bytes_tag(4):
                    add(read_sparse_tensor(reading_, field, at), element);
                    break;
                case bytes_tag(5):
                case bytes_tag(7):
                    read_sequence(field, at, element);
                    break;
                case bytes_tag(6):
                    read_map(field, at, element);
                    break;
                default:
                    continue;
            }
            ++index;
        }
        reading_.check(reader, path);
        --reading_.depth;
    }

    /// MapProto: field 5 is the sequence of its values; the keys are in their order.
    void read_map(const wire::Field& message, const FieldPath& path, const std::string& around) {
        if (too_deep(message, path)) return;
        const std::string name = around.empty() ? name_of(message, path) : around;
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (field.tag == bytes_tag(5)) read_sequence(field, path.field("values"), name);
        }
        reading_.check(reader, path);
        --reading_.depth;
    }

    bool too_deep(const wire::Field& message, const FieldPath& path) {
        if (reading_.depth < limits::kNesting) {
            ++reading_.depth;
            return false;
        }
        reading_.damage(path, "values are nested deeper than " + std::to_string(limits::kNesting),
                        message.offset, ErrorCode::kLimit);
        return true;
    }

    std::string name_of(const wire::Field& message, const FieldPath& path) {
        wire::Reader reader(message.bytes, message.offset);
        wire::Field field;
        while (reader.next(field)) {
            if (field.tag == bytes_tag(1)) {
                return std::string(reading_.model.text(reading_.text(field, path.field("name"))));
            }
        }
        return {};
    }

    void add(const StoredTensor& stored, const std::string& element) {
        Model& model = reading_.model;
        const Constant& constant = model.constant(stored.constant);
        Tensor& tensor = draft_.graph.tensors.emplace_back();
        const std::string_view own = model.text(stored.name);
        tensor.name = own.empty() ? model.strings.intern(element) : stored.name;
        tensor.doc = stored.doc;
        tensor.metadata = stored.metadata;
        tensor.constant = stored.constant;
        tensor.declared = true;
        tensor.kind = constant.sparse ? ValueKind::kSparseTensor : ValueKind::kTensor;
        tensor.dtype = constant.dtype;
        tensor.shape = constant.shape;
        tensor.origin = reading_.tensor_origin(stored.offset);
    }

    Result<void> finish() {
        Model& model = reading_.model;
        if (reading_.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        end_graph(reading_, std::move(draft_));
        reading_.external.report(model);
        finish_graphs(model, reading_.scopes);
        return {};
    }

    Reading reading_;
    GraphDraft draft_;
    wire::Field whole_file_;
};

}  // namespace

Result<void> read_tensor_message(Model& model, const CancelToken& cancel, const SourceLines* lines) {
    return ValueReader(model, cancel, lines, "ONNX Tensor").read_tensor_file();
}

Result<void> read_sequence_message(Model& model, const CancelToken& cancel) {
    return ValueReader(model, cancel, nullptr, "ONNX Sequence").read_sequence_file();
}

Result<void> read_map_message(Model& model, const CancelToken& cancel) {
    return ValueReader(model, cancel, nullptr, "ONNX Map").read_map_file();
}

}  // namespace netloupe::onnx
