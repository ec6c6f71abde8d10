#include <fmt/format.h>

#include <unordered_map>

#include "base/limits.h"
#include "base/utf8.h"
#include "containers/tar.h"
#include "formats/python/imports.h"
#include "legacy.h"

namespace netloupe::torch {

namespace {

using pickle::Kind;
using pickle::Pickle;
using pickle::ValueId;

constexpr uint64_t kHeadBytes = 512;

/// The tar archive of PyTorch 0.1: "storages" and "tensors" each hold pickles with binary numbers between
/// them, and "pickle" refers to tensors by their key.
class Reader {
public:
    Reader(Checkpoint& checkpoint, FileId file)
        : checkpoint_(checkpoint),
          model_(checkpoint.model),
          file_(file),
          bytes_(model_.files[file.index()].bytes()) {}

    Result<void> read() {
        const auto members = tar_members(bytes_);
        if (!members) return std::unexpected(members.error());
        std::unordered_map<std::string_view, const TarMember*> by_name;
        for (const TarMember& member : *members) by_name.emplace(member.name, &member);
        for (const auto* const name : {"storages", "pickle"}) {
            if (!by_name.contains(name))
                return fail(ErrorCode::kCorrupt, fmt::format("The archive has no \"{}\".", name));
        }
        if (const auto read = read_storages(*by_name["storages"]); !read) checkpoint_.damage(read.error());
        // Later versions described tensors in the pickle itself.
        const auto tensors = by_name.find("tensors");
        if (tensors != by_name.end()) {
            if (const auto read = read_tensors(*tensors->second); !read) checkpoint_.damage(read.error());
        }
        const TarMember& member = *by_name["pickle"];
        const Pickle pickle = pickle::disassemble(bytes_.subspan(member.offset, member.bytes),
                                                  {.base = member.offset, .inline_data = {}});
        if (!pickle.root.valid()) return std::unexpected(*pickle.damage);
        add(pickle);
        return {};
    }

private:
    struct Storage {
        DataType dtype = DataType::kUnknown;
        uint64_t offset = 0;
        uint64_t bytes = 0;
    };

    /// A member that is walked from front to back.
    struct Walk {
        Bytes bytes;
        uint64_t base = 0;
        uint64_t at = 0;

        Pickle pickle() {
            Pickle next = pickle::disassemble(bytes.subspan(at), {.base = base + at, .inline_data = {}});
            at += next.end;
            return next;
        }
        template <typename T>
        std::optional<T> number() {
            const auto value = load<T>(bytes, at);
            if (value) at += sizeof(T);
            return value;
        }
        [[nodiscard]] std::unexpected<Error> damaged() const {
            return fail(ErrorCode::kCorrupt, "What describes the tensors ends too early.", base + at);
        }
    };

    Walk walk(const TarMember& member) const {
        return {bytes_.subspan(member.offset, member.bytes), member.offset, 0};
    }

    static std::string key_of(const Pickle& pickle, ValueId id) {
        const auto number = pickle.integer(id);
        return number ? fmt::format("{}", *number) : std::string(pickle.text(id));
    }

    Result<void> read_storages(const TarMember& member) {
        Walk at = walk(member);
        const Pickle count = at.pickle();
        for (int64_t i = 0; i < count.integer(count.root).value_or(0); ++i) {
            const Pickle description = at.pickle();
            if (description.damage) return std::unexpected(*description.damage);
            const auto elements = at.number<int64_t>();
            if (!elements || *elements < 0) return at.damaged();
            Storage storage;
            storage.dtype = storage_type(description.global_path(description.item(description.root, 2)));
            storage.offset = at.base + at.at;
            storage.bytes =
                packed_bytes(storage.dtype, static_cast<uint64_t>(*elements)).value_or(UINT64_MAX);
            if (!slice(at.bytes, at.at, storage.bytes)) return at.damaged();
            at.at += storage.bytes;
            storages_[key_of(description, description.item(description.root, 0))] = storage;
        }
        return read_views(at.pickle());
    }

    /// Views of other storages: (key, key of the other, first element, elements).
    Result<void> read_views(const Pickle& views) {
        for (const ValueId view : views.items(views.root)) {
            const auto root = storages_.find(key_of(views, views.item(view, 1)));
            const auto first = views.integer(views.item(view, 2));
            const auto count = views.integer(views.item(view, 3));
            if (root == storages_.end() || !first || !count || *first < 0 || *count < 0) continue;
            const auto skipped = packed_bytes(root->second.dtype, static_cast<uint64_t>(*first));
            const auto bytes = packed_bytes(root->second.dtype, static_cast<uint64_t>(*count));
            if (!skipped || !bytes || *skipped > root->second.bytes || *bytes > root->second.bytes - *skipped)
                continue;
            storages_[key_of(views, views.item(view, 0))] = {root->second.dtype,
                                                             root->second.offset + *skipped, *bytes};
        }
        return {};
    }

    /// Each tensor: a pickle (key, key of its storage, type), its rank in four of eight bytes, extents,
    /// strides, and where it begins in its storage.
    Result<void> read_tensors(const TarMember& member) {
        Walk at = walk(member);
        const Pickle count = at.pickle();
        for (int64_t i = 0; i < count.integer(count.root).value_or(0); ++i) {
            const Pickle description = at.pickle();
            if (description.damage) return std::unexpected(*description.damage);
            const auto rank = at.number<uint32_t>();
            if (!rank || *rank > limits::kRank || !at.number<uint32_t>()) return at.damaged();
            TensorView view;
            for (auto* list : {&view.shape, &view.strides}) {
                for (uint32_t d = 0; d < *rank; ++d) list->push_back(at.number<int64_t>().value_or(-1));
            }
            const auto first = at.number<int64_t>();
            if (!first) return at.damaged();
            view.first = *first;
            const auto storage = storages_.find(key_of(description, description.item(description.root, 1)));
            if (storage != storages_.end()) {
                view.dtype = storage->second.dtype;
                view.storage = StoredBytes{file_, storage->second.offset, storage->second.bytes,
                                           storage->second.bytes, false};
            }
            views_[key_of(description, description.item(description.root, 0))] = std::move(view);
        }
        return {};
    }

    void add(const Pickle& pickle) {
        python::add_imports(model_, pickle, checkpoint_.location);
        python::NumpyArrays arrays(model_, pickle, file_);
        python::Source source{.pickle = pickle, .arrays = arrays, .in_main_file = file_ == FileId(0U)};
        const auto find = [this](std::string_view key) -> std::optional<StoredBytes> {
            const auto found = storages_.find(std::string(key));
            if (found == storages_.end()) return std::nullopt;
            return StoredBytes{file_, found->second.offset, found->second.bytes, found->second.bytes, false};
        };
        Tensors described(model_, pickle, find, false);
        source.tensor = [&](ValueId id, std::string_view name) -> std::optional<Result<python::ArrayValue>> {
            if (described.is_tensor(id)) return described.read(id, name);
            // A parameter is made of its tensor, which is a persistent id.
            const ValueId tensor = pickle[id].kind == Kind::kCall ? parameter_of(pickle, id) : id;
            if (pickle[tensor].kind != Kind::kPersistent) return std::nullopt;
            const auto view = views_.find(key_of(pickle, pickle[tensor].arguments));
            if (view == views_.end()) return std::nullopt;
            const auto constant = add_view(model_, view->second, name, pickle[id].offset);
            if (!constant) return std::unexpected(constant.error());
            return python::ArrayValue{*constant, {}};
        };
        if (pickle.root.valid()) checkpoint_.graph.add(source, pickle.root);
        if (pickle.damage) checkpoint_.damage(*pickle.damage);
    }

    static ValueId parameter_of(const Pickle& pickle, ValueId id) {
        const std::string_view path = python::class_path(pickle, id);
        const bool parameter = path.ends_with(".Parameter") || path.ends_with(".Variable");
        if (!parameter) return {};
        const ValueId first = pickle.item(pickle[id].arguments, 0);
        return first.valid() ? first : pickle.item(pickle[id].state, 0);
    }

    Checkpoint& checkpoint_;
    Model& model_;
    FileId file_;
    Bytes bytes_;
    std::unordered_map<std::string, Storage> storages_;
    std::unordered_map<std::string, TensorView> views_;
};

}  // namespace

bool is_legacy_tar(Bytes head) {
    if (!is_tar(head)) return false;
    const std::string_view name = as_text(head.first(kHeadBytes));
    for (const std::string_view member : {"sys_info", "pickle", "storages", "tensors"}) {
        if (name.starts_with(member) && name[member.size()] == '\0') return true;
    }
    return false;
}

Result<void> read_legacy_tar(Checkpoint& checkpoint, FileId file) {
    return Reader(checkpoint, file).read();
}

}  // namespace netloupe::torch
