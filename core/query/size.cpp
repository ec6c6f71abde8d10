#include "query/size.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <queue>
#include <unordered_map>
#include <variant>

#include "base/utf8.h"

namespace netloupe::query {

namespace {

/// Names that nest deeper keep the rest of their path as their last part.
constexpr size_t kDeepest = 24;
/// Parts of one scope that are listed; those after are one part together.
constexpr size_t kWidest = 200;

/// Which tensor each constant is the values of, the first where there are several.
struct Owner {
    GraphId graph;
    TensorId tensor;
};

std::vector<Owner> owners(const Model& model) {
    std::vector<Owner> owners(model.constants.size());
    for (size_t g = 0; g < model.graphs.size(); ++g) {
        const auto& tensors = model.graphs[g].tensors;
        for (size_t t = 0; t < tensors.size(); ++t) {
            const ConstantId constant = tensors[t].constant;
            if (constant.valid() && !owners[constant.index()].graph.valid())
                owners[constant.index()] = {GraphId(g), TensorId(t)};
        }
    }
    return owners;
}

/// Constants and the bytes of the file that are theirs alone.
struct Claim {
    ConstantId constant;
    uint64_t bytes = 0;
};

std::vector<Claim> claims(const Model& model, FileId file, uint64_t file_bytes) {
    std::vector<ConstantId> stored;
    for (size_t c = 0; c < model.constants.size(); ++c) {
        const Constant& constant = model.constants[c];
        if (constant.state == ConstantState::kPresent && constant.file == file && constant.length > 0)
            stored.emplace_back(c);
    }
    std::ranges::stable_sort(stored, {}, [&](ConstantId id) { return model.constant(id).offset; });
    std::vector<Claim> claims;
    uint64_t claimed = 0;  // All bytes before this one are somebody's, or nobody's.
    for (const ConstantId id : stored) {
        const Constant& constant = model.constant(id);
        const uint64_t begin = std::max(claimed, std::min(constant.offset, file_bytes));
        const uint64_t end = std::min(constant.offset, file_bytes) +
                             std::min(constant.length, file_bytes - std::min(constant.offset, file_bytes));
        if (end <= begin) continue;
        claims.push_back({id, end - begin});
        claimed = end;
    }
    return claims;
}

/// The whole tree, before it is cut to what is told of it.
class Scopes {
public:
    Scopes() : parts_(1) {}

    void add(std::string_view path, uint64_t bytes, Owner owner) {
        uint32_t at = 0;
        count(at, bytes);
        for (size_t depth = 0; depth < kDeepest; ++depth) {
            const size_t end = path.find_first_of("/.", 1);
            if (end == std::string_view::npos || end + 1 == path.size()) break;
            at = scope_in(at, path.substr(0, end));
            count(at, bytes);
            path.remove_prefix(end + 1);
        }
        parts_[at].children.push_back(static_cast<uint32_t>(parts_.size()));
        parts_.push_back({SizePart::Kind::kTensor, std::string(path), bytes, 1, owner, {}});
    }

    SizePart largest(size_t most) {
        std::priority_queue<std::pair<uint64_t, uint32_t>> open;
        std::vector<bool> divided(parts_.size());
        open.emplace(parts_[0].bytes, 0);
        for (size_t listed = 0; listed < most && !open.empty();) {
            const uint32_t at = open.top().second;
            open.pop();
            auto& children = parts_[at].children;
            std::ranges::sort(children, [this](uint32_t a, uint32_t b) {
                return std::pair(parts_[b].bytes, a) < std::pair(parts_[a].bytes, b);
            });
            divided[at] = true;
            const size_t shown = std::min(children.size(), kWidest);
            listed += shown;
            for (size_t i = 0; i < shown; ++i) {
                const Part& child = parts_[children[i]];
                if (child.kind == SizePart::Kind::kScope) open.emplace(child.bytes, children[i]);
            }
        }
        return told(0, divided);
    }

private:
    struct Part {
        SizePart::Kind kind = SizePart::Kind::kScope;
        std::string name;
        uint64_t bytes = 0;
        uint64_t tensors = 0;
        Owner owner;
        std::vector<uint32_t> children;
    };

    void count(uint32_t part, uint64_t bytes) {
        parts_[part].bytes += bytes;
        ++parts_[part].tensors;
    }

    uint32_t scope_in(uint32_t parent, std::string_view name) {
        const auto [known, added] =
            scopes_.try_emplace(fmt::format("{}/{}", parent, name), static_cast<uint32_t>(parts_.size()));
        if (added) {
            parts_[parent].children.push_back(known->second);
            parts_.push_back({SizePart::Kind::kScope, std::string(name), 0, 0, {}, {}});
        }
        return known->second;
    }

    /// As deep as kDeepest at most.
    // NOLINTNEXTLINE(misc-no-recursion)
    SizePart told(uint32_t at, const std::vector<bool>& divided) const {
        const Part& part = parts_[at];
        SizePart result{part.kind,        to_utf8(part.name), part.bytes, part.tensors,
                        part.owner.graph, part.owner.tensor,  {}};
        if (!divided[at]) return result;
        const size_t shown = std::min(part.children.size(), kWidest);
        for (size_t i = 0; i < shown; ++i) result.parts.push_back(told(part.children[i], divided));
        SizePart rest{SizePart::Kind::kRest, "", 0, 0, {}, {}, {}};
        for (size_t i = shown; i < part.children.size(); ++i) {
            rest.bytes += parts_[part.children[i]].bytes;
            rest.tensors += parts_[part.children[i]].tensors;
        }
        if (rest.tensors > 0) result.parts.push_back(std::move(rest));
        return result;
    }

    std::vector<Part> parts_;
    std::unordered_map<std::string, uint32_t> scopes_;
};

/// Converters write the scopes of merged nodes one behind the other.
std::string_view path_of(const Model& model, const Constant& constant, Owner owner) {
    std::string_view name = model.text(constant.name);
    if (owner.graph.valid()) name = model.text(model.graph(owner.graph).tensor(owner.tensor).name);
    return name.substr(0, name.find(';'));
}

}  // namespace

std::vector<FileSize> sizes(const Model& model, size_t most) {
    const std::vector<Owner> owner_of = owners(model);
    std::vector<FileSize> files;
    for (size_t f = 0; f < model.files.size(); ++f) {
        FileSize file;
        file.path = model.files[f].path;
        file.bytes = model.files[f].bytes().size();
        if (!std::holds_alternative<MappedFile>(model.files[f].content)) {
            std::error_code none;
            const auto written = std::filesystem::file_size(file.path, none);
            file.text = !none;
            if (file.text) file.bytes = written;
        }
        Scopes scopes;
        if (!file.text) {
            for (const Claim& claim : claims(model, FileId(f), file.bytes)) {
                const Owner owner = owner_of[claim.constant.index()];
                scopes.add(path_of(model, model.constant(claim.constant), owner), claim.bytes, owner);
            }
        }
        file.weights = scopes.largest(most);
        file.other = file.bytes - file.weights.bytes;
        files.push_back(std::move(file));
    }
    return files;
}

}  // namespace netloupe::query
