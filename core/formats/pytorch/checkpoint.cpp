#include "checkpoint.h"

#include "base/limits.h"
#include "formats/python/imports.h"
#include "legacy.h"

namespace netloupe::torch {

namespace {

/// What the code of TorchScript uses as CONSTANTS.c0, c1, ...
void add_constants(Checkpoint& checkpoint, Archive& archive, bool big_endian) {
    if (!archive.has("constants.pkl")) return;
    const auto part = archive.part("constants.pkl");
    if (!part) return checkpoint.damage(part.error());
    const auto pickle = pickle::disassemble(part->bytes, {.base = part->offset, .inline_data = {}});
    const auto find = [&](std::string_view key) { return archive.storage("constants/" + std::string(key)); };
    checkpoint.add(pickle, part->file, find, big_endian, "CONSTANTS");
}

Result<void> read_archive(Checkpoint& checkpoint, FileId file) {
    auto archive = Archive::open(checkpoint.model, file);
    if (!archive) return std::unexpected(archive.error());
    const auto data = archive->part("data.pkl");
    if (!data) return std::unexpected(data.error());
    const auto pickle = pickle::disassemble(data->bytes, {.base = data->offset, .inline_data = {}});
    if (!pickle.root.valid()) return std::unexpected(*pickle.damage);
    const bool big_endian = archive->text("byteorder") == "big";
    const auto find = [&](std::string_view key) { return archive->storage("data/" + std::string(key)); };
    checkpoint.add(pickle, data->file, find, big_endian);
    add_constants(checkpoint, *archive, big_endian);
    return {};
}

}  // namespace

void Checkpoint::add(const pickle::Pickle& pickle, FileId file, const Tensors::Find& find, bool big_endian,
                     std::string_view path) {
    python::add_imports(model, pickle, location);
    python::NumpyArrays arrays(model, pickle, file);
    Tensors tensors(model, pickle, find, big_endian);
    python::Source source{.pickle = pickle, .arrays = arrays, .in_main_file = file == FileId(0U)};
    source.tensor = [&](pickle::ValueId id,
                        std::string_view name) -> std::optional<Result<python::ArrayValue>> {
        if (!tensors.is_tensor(id)) return std::nullopt;
        return tensors.read(id, name);
    };
    if (pickle.root.valid()) graph.add(source, pickle.root, path);
    if (pickle.damage) damage(*pickle.damage);
}

void Checkpoint::damage(Error error) {
    if (model.damages.size() >= limits::kDamages) return;
    if (!location.empty()) error = {error.code, location + ": " + error.message, Error::kNoOffset, 0};
    model.damages.push_back({std::move(error), GraphId(0U), {}, {}});
}

Result<void> read_checkpoint(Checkpoint& checkpoint, FileId file) {
    const Bytes bytes = checkpoint.model.files[file.index()].bytes();
    if (is_legacy(bytes)) return read_legacy(checkpoint, file);
    if (is_legacy_tar(bytes)) return read_legacy_tar(checkpoint, file);
    return read_archive(checkpoint, file);
}

}  // namespace netloupe::torch
