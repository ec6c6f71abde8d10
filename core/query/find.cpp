#include "query/find.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace netloupe::query {

namespace {

enum class Field : uint8_t { kAny, kOp, kName, kTensor, kDtype, kShape };

struct Prefix {
    std::string_view text;
    Field field;
};

constexpr std::array kPrefixes = std::to_array<Prefix>({{"op:", Field::kOp},
                                                        {"name:", Field::kName},
                                                        {"tensor:", Field::kTensor},
                                                        {"dtype:", Field::kDtype},
                                                        {"shape:", Field::kShape}});

std::string lower(std::string_view text) {
    std::string lowered(text);
    std::ranges::transform(lowered, lowered.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lowered;
}

/// One word of a query, and which strings of the model it matches: asked once a string, not once a node.
struct Word {
    Field field = Field::kAny;
    std::string text;  ///< Lower case.
    bool whole = false;
    std::vector<bool> strings;

    [[nodiscard]] bool matches(std::string_view candidate) const {
        const std::string lowered = lower(candidate);
        return whole ? lowered == text : lowered.contains(text);
    }
    [[nodiscard]] bool matches(StringId id) const { return id.valid() && strings[id.index()]; }
    [[nodiscard]] bool is(std::initializer_list<Field> fields) const {
        return std::ranges::find(fields, field) != fields.end();
    }
};

std::optional<Word> next_word(std::string_view& query) {
    const size_t start = query.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return std::nullopt;
    query.remove_prefix(start);
    Word word;
    for (const Prefix& prefix : kPrefixes) {
        if (!query.starts_with(prefix.text)) continue;
        word.field = prefix.field;
        query.remove_prefix(prefix.text.size());
        break;
    }
    word.whole = query.starts_with('"');
    if (word.whole) query.remove_prefix(1);
    const size_t end = std::min(query.find_first_of(word.whole ? "\"" : " \t\r\n"), query.size());
    word.text = lower(query.substr(0, end));
    query.remove_prefix(std::min(end + 1, query.size()));
    return word;
}

/// People type x and * where a shape is written with ×.
std::string with_times_signs(const std::string& text) {
    std::string shape;
    for (const char c : text) {
        if (c == 'x' || c == '*') {
            shape += "×";
        } else {
            shape += c;
        }
    }
    return shape;
}

void look_up(const Model& model, Word& word) {
    word.strings.resize(model.strings.size());
    for (size_t i = 0; i < word.strings.size(); ++i) {
        word.strings[i] = word.matches(model.text(StringId(i)));
    }
}

/// `op:Conv` means Conv and not ConvTranspose where there is a Conv; where there is none it finds both.
bool take_as_whole_operator(const Model& model, Word& word) {
    Word whole = word;
    whole.whole = true;
    look_up(model, whole);
    const auto is_op = [&](const Node& node) { return whole.matches(node.op); };
    const auto holds = [&](const Graph& graph) { return std::ranges::any_of(graph.nodes, is_op); };
    if (std::ranges::none_of(model.graphs, holds)) return false;
    word = std::move(whole);
    return true;
}

std::vector<Word> words_of(const Model& model, std::string_view query) {
    std::vector<Word> words;
    while (auto word = next_word(query)) {
        if (word->text.empty()) continue;
        if (word->field == Field::kShape) word->text = with_times_signs(word->text);
        if (word->field != Field::kOp || !take_as_whole_operator(model, *word)) look_up(model, *word);
        words.push_back(std::move(*word));
    }
    return words;
}

/// Where a search looks: one graph of the model.
struct Place {
    const Model& model;
    const infer::KnownTypes& types;
    GraphId graph;

    [[nodiscard]] bool matches(TensorId tensor, const Word& word) const {
        switch (word.field) {
            case Field::kDtype:
                return word.matches(name(types.dtype(graph, tensor)));
            case Field::kShape:
                return word.matches(types.shape_text(graph, tensor));
            default:
                return word.matches(model.graph(graph).tensor(tensor).name);
        }
    }
};

bool matches_node(const Place& place, const Node& node, const Word& word) {
    const auto any = [&](std::span<const TensorId> operands) {
        return std::ranges::any_of(operands,
                                   [&](TensorId id) { return id.valid() && place.matches(id, word); });
    };
    switch (word.field) {
        case Field::kAny:
            return word.matches(node.op) || word.matches(node.name);
        case Field::kOp:
            return word.matches(node.op);
        case Field::kName:
            return word.matches(node.name);
        case Field::kTensor:
            return any(place.model.inputs(node)) || any(place.model.outputs(node));
        default:
            return any(place.model.outputs(node));
    }
}

}  // namespace

Hits find(const Model& model, const infer::KnownTypes& types, std::string_view query, GraphId only_graph,
          size_t limit, const CancelToken& cancel) {
    Hits found;
    const auto words = words_of(model, query);
    if (words.empty()) return found;
    const bool nodes = std::ranges::any_of(
        words, [](const Word& word) { return word.is({Field::kAny, Field::kOp, Field::kName}); });
    const bool tensors =
        std::ranges::none_of(words, [](const Word& word) { return word.is({Field::kOp, Field::kName}); });
    const auto add = [&](Hit hit) {
        if (found.total++ < limit) found.hits.push_back(hit);
    };
    for (size_t g = 0; g < model.graphs.size() && !cancel.cancelled(); ++g) {
        if (only_graph.valid() && only_graph != GraphId(g)) continue;
        const Graph& graph = model.graphs[g];
        const Place place{model, types, GraphId(g)};
        for (size_t n = 0; nodes && n < graph.nodes.size(); ++n) {
            if (std::ranges::all_of(
                    words, [&](const Word& word) { return matches_node(place, graph.nodes[n], word); }))
                add({GraphId(g), NodeId(n), {}});
        }
        for (size_t t = 0; tensors && t < graph.tensors.size(); ++t) {
            if (std::ranges::all_of(words,
                                    [&](const Word& word) { return place.matches(TensorId(t), word); }))
                add({GraphId(g), {}, TensorId(t)});
        }
    }
    return found;
}

}  // namespace netloupe::query
