#include "gguf_facts.h"

#include <algorithm>
#include <charconv>

namespace netloupe::lint {

namespace {

template <typename T>
std::optional<T> parsed(std::optional<std::string_view> text) {
    if (!text) return std::nullopt;
    T value{};
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
    return value;
}

void split_name(GgufTensor& tensor) {
    constexpr std::string_view kPrefix = "blk.";
    tensor.in_block = tensor.name;
    if (!tensor.name.starts_with(kPrefix)) return;
    const size_t dot = tensor.name.find('.', kPrefix.size());
    if (dot == std::string_view::npos) return;
    const auto number = parsed<uint32_t>(tensor.name.substr(kPrefix.size(), dot - kPrefix.size()));
    if (!number) return;
    tensor.block = number;
    tensor.in_block = tensor.name.substr(dot + 1);
}

}  // namespace

GgufFacts::GgufFacts(const Model& model) : model_(model) {
    for (const KeyValue& entry : model.metadata_of(model.model_metadata))
        entries_.try_emplace(model.text(entry.key), model.text(entry.value));
    architecture_ = text("general.architecture").value_or("");
    const auto& tensors = model.graphs[0].tensors;
    for (size_t t = 0; t < tensors.size(); ++t) {
        if (!tensors[t].constant.valid()) continue;
        GgufTensor tensor;
        tensor.id = TensorId(t);
        tensor.constant = &model.constant(tensors[t].constant);
        tensor.name = model.text(tensors[t].name);
        split_name(tensor);
        for (const Dimension& dimension : model.dims_of(tensor.constant->shape))
            tensor.ne.push_back(dimension.value);
        std::ranges::reverse(tensor.ne);
        by_name_.try_emplace(tensor.name, tensors_.size());
        tensors_.push_back(std::move(tensor));
    }
}

std::optional<std::string_view> GgufFacts::text(std::string_view key) const {
    const auto found = entries_.find(key);
    return found == entries_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<int64_t> GgufFacts::integer(std::string_view key) const {
    return parsed<int64_t>(text(key));
}

std::optional<double> GgufFacts::real(std::string_view key) const {
    return parsed<double>(text(key));
}

bool GgufFacts::has_prefix(std::string_view prefix) const {
    return std::ranges::any_of(entries_, [&](const auto& entry) { return entry.first.starts_with(prefix); });
}

const Constant* GgufFacts::tokenizer_list(std::string_view name) const {
    for (const Node& node : model_.graphs[0].nodes) {
        if (model_.text(node.op) != "tokenizer") continue;
        const Attribute* list = model_.find_attribute(node, name);
        return list != nullptr && list->constant.valid() ? &model_.constant(list->constant) : nullptr;
    }
    return nullptr;
}

std::optional<int64_t> GgufFacts::length(const Constant* list) const {
    if (list == nullptr) return std::nullopt;
    const auto count = element_count(model_, list->shape);
    return count ? std::optional(static_cast<int64_t>(*count)) : std::nullopt;
}

const GgufTensor* GgufFacts::find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &tensors_[found->second];
}

bool GgufFacts::is_text_model() const {
    const auto type = text("general.type");
    if (type && type != "model") return false;
    if (architecture_ == "clip" || text("tokenizer.ggml.model") == "none") return false;
    return find("token_embd.weight") != nullptr;
}

bool GgufFacts::is_whole() const {
    const auto count = integer("split.count");
    if (!count || *count < 2) return true;
    return integer("split.no") == 0 && static_cast<int64_t>(model_.files.size()) == *count;
}

}  // namespace netloupe::lint
