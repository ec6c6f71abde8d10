#include "architecture.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <vector>

namespace netloupe::gguf {

namespace {

/// Architectures whose blocks are what their tensors' names tell: a mixer of tokens, then a feed forward
/// part, each with its residual sum. Others (with side inputs, shared blocks or several stacks) are shown as
/// trees of modules.
constexpr auto kArchitectures = std::to_array<std::string_view>({
    "baichuan",  "bert",         "bloom",    "chatglm",    "codeshell", "cohere2", "command-r",
    "deepseek",  "deepseek2",    "exaone",   "falcon",     "gemma",     "gemma2",  "gemma3",
    "glm4",      "gpt-oss",      "gpt2",     "gptj",       "gptneox",   "granite", "granitemoe",
    "internlm2", "jina-bert-v2", "llama",    "llama4",     "mamba",     "mamba2",  "minicpm",
    "mistral3",  "mpt",          "nemotron", "nomic-bert", "olmo",      "olmo2",   "olmoe",
    "orion",     "phi2",         "phi3",     "phimoe",     "plamo",     "qwen",    "qwen2",
    "qwen2moe",  "qwen3",        "qwen3moe", "refact",     "seed_oss",  "smollm3", "stablelm",
    "starcoder", "starcoder2",   "xverse",
});

/// What a tensor of a block is part of, in the order in which parts stand.
enum class Part : uint8_t {
    kMixerNorm,
    kAttention,
    kStateSpace,
    kAfterMixerNorm,
    kAfterMixerSumNorm,
    kFeedNorm,
    kFeed,
    kAfterFeedNorm,
    kAfterFeedSumNorm,
    kOther,
    kCount,
};
constexpr size_t kParts = static_cast<size_t>(Part::kCount);

struct PartName {
    std::string_view start;
    Part part;
};
/// Tensors by the beginning of their names in the block; the first that fits.
constexpr auto kPartNames = std::to_array<PartName>({
    {"attn_norm", Part::kMixerNorm},
    {"attn_output_norm", Part::kAfterMixerSumNorm},
    {"attn_post_norm", Part::kAfterMixerNorm},
    {"post_attention_norm", Part::kAfterMixerNorm},
    {"attn_", Part::kAttention},
    {"rope_f", Part::kAttention},
    {"ssm_", Part::kStateSpace},
    {"ffn_norm", Part::kFeedNorm},
    {"ffn_post_norm", Part::kAfterFeedNorm},
    {"post_ffw_norm", Part::kAfterFeedNorm},
    {"layer_output_norm", Part::kAfterFeedSumNorm},
    {"ffn_", Part::kFeed},
    {"exp_probs_b", Part::kFeed},
});

Part part_of(std::string_view name) {
    const auto* const found =
        std::ranges::find_if(kPartNames, [&](const PartName& each) { return name.starts_with(each.start); });
    return found == kPartNames.end() ? Part::kOther : found->part;
}

struct Block {
    std::array<std::vector<const Weight*>, kParts> parts;

    [[nodiscard]] const std::vector<const Weight*>& part(Part of) const {
        return parts[static_cast<size_t>(of)];
    }
    [[nodiscard]] bool has(Part of) const { return !part(of).empty(); }
};

/// The number and the rest of "blk.12.attn_q.weight".
struct InBlock {
    uint32_t block = 0;
    std::string_view name;
};
std::optional<InBlock> in_block(std::string_view name) {
    constexpr std::string_view kPrefix = "blk.";
    if (!name.starts_with(kPrefix)) return std::nullopt;
    InBlock out;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + kPrefix.size(), end, out.block);
    if (error != std::errc() || rest == end || *rest != '.') return std::nullopt;
    out.name = name.substr(static_cast<size_t>(rest - name.data()) + 1);
    return out;
}

class Drawing {
public:
    Drawing(Model& model, const Parameters& parameters) : model_(model), parameters_(parameters) {}

    bool draw(std::span<const Weight> weights, const std::optional<Tokenizer>& tokenizer) {
        sort(weights);
        if (blocks_.empty() || !global("token_embd.")) return false;
        model_.graphs.emplace_back();
        TensorId flow = start(tokenizer);
        for (const auto& [number, block] : blocks_)
            flow = draw_block("blk." + std::to_string(number), block, flow);
        finish(flow);
        return true;
    }

private:
    void sort(std::span<const Weight> weights) {
        for (const Weight& weight : weights) {
            if (const auto inside = in_block(weight.name)) {
                blocks_[inside->block].parts[static_cast<size_t>(part_of(inside->name))].push_back(&weight);
            } else {
                globals_.push_back(&weight);
            }
        }
    }

    [[nodiscard]] bool global(std::string_view start) const {
        return std::ranges::any_of(globals_,
                                   [&](const Weight* weight) { return weight->name.starts_with(start); });
    }

    /// Takes the tensors outside of blocks whose names begin so.
    std::vector<const Weight*> take(std::string_view start) {
        std::vector<const Weight*> taken;
        std::erase_if(globals_, [&](const Weight* weight) {
            if (!weight->name.starts_with(start)) return false;
            taken.push_back(weight);
            return true;
        });
        return taken;
    }

    TensorId start(const std::optional<Tokenizer>& tokenizer) {
        const TensorId tokens = add_tensor("tokens", DataType::kInt32);
        if (tokenizer) {
            Node& node = add_node("tokenizer", "tokenizer", {}, {}, tokens);
            node.attributes = tokenizer->attributes;
        } else {
            graph().inputs.push_back(tokens);
        }
        TensorId flow = apply("Embedding", "token_embd", {tokens}, take("token_embd."));
        for (const std::string_view other : {"position_embd", "token_types"}) {
            const auto weights = take(std::string(other) + ".");
            if (weights.empty()) continue;
            const TensorId added = apply("Embedding", std::string(other), {}, weights);
            flow = apply("Add", std::string(other) + ".add", {flow, added}, {});
        }
        return norm("token_embd_norm", flow, take("token_embd_norm."));
    }

    TensorId draw_block(const std::string& name, const Block& block, TensorId flow) {
        const TensorId residual = flow;
        const TensorId normed = norm(name + ".attn_norm", flow, block.part(Part::kMixerNorm));
        TensorId mixed;
        if (block.has(Part::kAttention)) mixed = attention(name, block, normed);
        if (block.has(Part::kStateSpace)) {
            const TensorId state =
                apply("StateSpace", name + ".ssm", {normed}, block.part(Part::kStateSpace));
            mixed = mixed.valid() ? apply("Add", name + ".mixers", {mixed, state}, {}) : state;
        }
        if (mixed.valid())
            mixed = norm(name + ".post_attention_norm", mixed, block.part(Part::kAfterMixerNorm));
        others(name, block);
        if (mixed.valid() && is_parallel(block)) {
            const TensorId second = block.has(Part::kFeedNorm)
                                        ? norm(name + ".ffn_norm", residual, block.part(Part::kFeedNorm))
                                        : normed;
            const TensorId fed = feed(name, block, second);
            return apply("Add", name + ".add", {residual, mixed, fed}, {});
        }
        if (mixed.valid()) flow = apply("Add", name + ".attn_add", {residual, mixed}, {});
        flow = norm(name + ".attn_output_norm", flow, block.part(Part::kAfterMixerSumNorm));
        if (!block.has(Part::kFeed)) return flow;
        const TensorId before = flow;
        flow = norm(name + ".ffn_norm", flow, block.part(Part::kFeedNorm));
        flow = norm(name + ".post_ffw_norm", feed(name, block, flow), block.part(Part::kAfterFeedNorm));
        flow = apply("Add", name + ".ffn_add", {before, flow}, {});
        return norm(name + ".layer_output_norm", flow, block.part(Part::kAfterFeedSumNorm));
    }

    /// Both parts read the block's input: GPT-NeoX says so; where there is one normalization for both,
    /// nothing else is possible.
    [[nodiscard]] bool is_parallel(const Block& block) const {
        if (!block.has(Part::kFeed)) return false;
        if (parameters_("use_parallel_residual") == "true") return true;
        return block.has(Part::kMixerNorm) && !block.has(Part::kFeedNorm) &&
               !block.has(Part::kAfterMixerNorm);
    }

    TensorId attention(const std::string& name, const Block& block, TensorId input) {
        const auto attributes = attributes_of(
            {"attention.head_count", "attention.head_count_kv", "attention.key_length",
             "attention.value_length", "attention.sliding_window", "rope.dimension_count", "rope.freq_base"});
        return apply("Attention", name + ".attn", {input}, block.part(Part::kAttention), attributes);
    }

    TensorId feed(const std::string& name, const Block& block, TensorId input) {
        const auto& weights = block.part(Part::kFeed);
        const bool experts = std::ranges::any_of(
            weights, [](const Weight* weight) { return weight->name.contains("_exps."); });
        if (!experts) return apply("FeedForward", name + ".ffn", {input}, weights);
        return apply("MixtureOfExperts", name + ".ffn", {input}, weights,
                     attributes_of({"expert_count", "expert_used_count", "expert_shared_count"}));
    }

    TensorId norm(const std::string& name, TensorId input, const std::vector<const Weight*>& weights) {
        if (weights.empty()) return input;
        const bool rms = parameters_("attention.layer_norm_rms_epsilon").has_value();
        return apply(
            rms ? "RMSNorm" : "LayerNorm", name, {input}, weights,
            attributes_of({rms ? "attention.layer_norm_rms_epsilon" : "attention.layer_norm_epsilon"}));
    }

    /// Tensors that no part is known for: they are shown, and nothing is claimed about how they are applied.
    void others(const std::string& name, const Block& block) {
        if (block.has(Part::kOther)) add_node("Module", name, {}, block.part(Part::kOther), {});
    }

    void finish(TensorId flow) {
        flow = norm("output_norm", flow, take("output_norm."));
        const auto output = take("output.");
        // Without weights of its own the output is the embedding's matrix again.
        flow = apply("Output", "output", {flow}, output);
        if (!globals_.empty()) add_node("Module", "", {}, globals_, {});
        graph().outputs.push_back(flow);
        connect(model_, graph());
    }

    Graph& graph() { return model_.graphs[0]; }

    TensorId add_tensor(std::string_view name, DataType dtype) {
        Tensor tensor;
        tensor.name = model_.strings.intern(name);
        tensor.dtype = dtype;
        tensor.kind = ValueKind::kTensor;
        graph().tensors.push_back(tensor);
        return TensorId(graph().tensors.size() - 1);
    }

    TensorId add_weight(const Weight& weight) {
        const TensorId id = add_tensor(weight.name, DataType::kUnknown);
        Tensor& tensor = graph().tensors.back();
        const Constant& constant = model_.constant(weight.constant);
        tensor.dtype = constant.dtype;
        tensor.shape = constant.shape;
        tensor.constant = weight.constant;
        tensor.declared = true;
        tensor.origin = weight.origin;
        return id;
    }

    /// A node whose output is named like it.
    TensorId apply(std::string_view op, const std::string& name, std::vector<TensorId> inputs,
                   const std::vector<const Weight*>& weights, Range attributes = {}) {
        const TensorId output = add_tensor(name, DataType::kUnknown);
        add_node(op, name, std::move(inputs), weights, output).attributes = attributes;
        return output;
    }

    Node& add_node(std::string_view op, std::string_view name, std::vector<TensorId> inputs,
                   const std::vector<const Weight*>& weights, TensorId output) {
        std::vector<StringId> names(inputs.size(), StringId(0U));
        for (const Weight* weight : weights) {
            inputs.push_back(add_weight(*weight));
            const auto inside = in_block(weight->name);
            names.push_back(model_.strings.intern(inside ? inside->name : weight->name));
        }
        for (size_t i = 0; i < names.size() - weights.size(); ++i)
            names[i] = model_.strings.intern(i == 0 ? "input" : "input" + std::to_string(i));
        Node node;
        node.op = model_.strings.intern(op);
        node.name = model_.strings.intern(name);
        node.inputs = append(model_.operands, std::span<const TensorId>(inputs));
        node.input_names = append(model_.texts, std::span<const StringId>(names));
        if (output.valid()) node.outputs = append(model_.operands, std::span<const TensorId>(&output, 1));
        if (!weights.empty()) node.origin = weights[0]->origin;
        graph().nodes.push_back(node);
        return graph().nodes.back();
    }

    /// The parameters that the file gives, by the last part of their names.
    Range attributes_of(std::initializer_list<std::string_view> keys) {
        Range range{static_cast<uint32_t>(model_.attributes.size()), 0};
        for (const std::string_view key : keys) {
            const auto value = parameters_(key);
            if (!value) continue;
            Attribute attribute;
            attribute.name = model_.strings.intern(key.substr(key.rfind('.') + 1));
            attribute.type = AttributeType::kString;
            attribute.text = model_.strings.intern(*value);
            model_.attributes.push_back(attribute);
            ++range.count;
        }
        return range;
    }

    Model& model_;
    const Parameters& parameters_;
    std::map<uint32_t, Block> blocks_;
    std::vector<const Weight*> globals_;
};

}  // namespace

bool draw_architecture(Model& model, std::string_view architecture, std::span<const Weight> weights,
                       const std::optional<Tokenizer>& tokenizer, const Parameters& parameters) {
    if (std::ranges::find(kArchitectures, architecture) == kArchitectures.end()) return false;
    return Drawing(model, parameters).draw(weights, tokenizer);
}

}  // namespace netloupe::gguf
