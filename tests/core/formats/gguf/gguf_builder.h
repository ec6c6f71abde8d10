#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace netloupe::gguf_test {

/// Writes GGUF files for tests, of any version and byte order.
class GgufBuilder {
public:
    explicit GgufBuilder(uint32_t version = 3, bool big_endian = false)
        : version_(version), big_(big_endian) {}

    GgufBuilder& text(std::string_view key, std::string_view value) {
        begin(key, 8);
        put_text(entries_, value);
        return *this;
    }
    GgufBuilder& number(std::string_view key, uint32_t value) {
        begin(key, 4);
        put(entries_, value);
        return *this;
    }
    GgufBuilder& boolean(std::string_view key, bool value) {
        begin(key, 7);
        entries_ += static_cast<char>(value);
        return *this;
    }
    GgufBuilder& real(std::string_view key, float value) {
        begin(key, 6);
        put(entries_, std::bit_cast<uint32_t>(value));
        return *this;
    }
    GgufBuilder& texts(std::string_view key, const std::vector<std::string>& values) {
        begin(key, 9);
        put(entries_, uint32_t{8});
        put_count(entries_, values.size());
        for (const std::string& value : values) put_text(entries_, value);
        return *this;
    }
    GgufBuilder& numbers(std::string_view key, const std::vector<int32_t>& values) {
        begin(key, 9);
        put(entries_, uint32_t{5});
        put_count(entries_, values.size());
        for (const int32_t value : values) put(entries_, static_cast<uint32_t>(value));
        return *this;
    }
    /// Dimensions as in the file, the fastest first; the values' bytes as they stand.
    GgufBuilder& tensor(std::string_view name, const std::vector<uint64_t>& dims, uint32_t type,
                        std::string_view data) {
        put_text(tensors_, name);
        put(tensors_, static_cast<uint32_t>(dims.size()));
        for (const uint64_t extent : dims) put_count(tensors_, extent);
        put(tensors_, type);
        put(tensors_, uint64_t{data_.size()});
        data_ += data;
        data_.resize((data_.size() + kAlignment - 1) / kAlignment * kAlignment);
        ++tensor_count_;
        return *this;
    }

    /// A tensor of so many bytes that build() leaves out: the file is to be made as long as file_bytes()
    /// says. Only behind all others.
    GgufBuilder& hole(std::string_view name, const std::vector<uint64_t>& dims, uint32_t type,
                      uint64_t bytes) {
        const uint64_t before = holes_;
        tensor(name, dims, type, {});
        const uint64_t offset = data_.size() + before;
        tensors_.resize(tensors_.size() - sizeof(uint64_t));
        put(tensors_, offset);
        holes_ = before + (bytes + kAlignment - 1) / kAlignment * kAlignment;
        return *this;
    }
    [[nodiscard]] uint64_t file_bytes() const { return build().size() + holes_; }

    [[nodiscard]] std::string build() const {
        std::string out = "GGUF";
        put(out, version_);
        put_count(out, tensor_count_);
        put_count(out, entry_count_);
        out += entries_ + tensors_;
        out.resize((out.size() + kAlignment - 1) / kAlignment * kAlignment);
        return out + data_;
    }

    template <typename T>
    void put(std::string& to, T value) const {
        std::string bytes(sizeof(T), '\0');
        std::memcpy(bytes.data(), &value, sizeof(T));
        if (big_) std::ranges::reverse(bytes);
        to += bytes;
    }

private:
    static constexpr size_t kAlignment = 32;

    void begin(std::string_view key, uint32_t type) {
        put_text(entries_, key);
        put(entries_, type);
        ++entry_count_;
    }
    void put_count(std::string& to, uint64_t count) const {
        if (version_ == 1) {
            put(to, static_cast<uint32_t>(count));
        } else {
            put(to, count);
        }
    }
    void put_text(std::string& to, std::string_view text) const {
        put_count(to, text.size());
        to += text;
    }

    uint32_t version_;
    bool big_;
    std::string entries_;
    std::string tensors_;
    std::string data_;
    uint64_t holes_ = 0;
    uint64_t entry_count_ = 0;
    uint64_t tensor_count_ = 0;
};

/// A block of a Llama of one layer, of float32 tensors; `extra` goes in front.
inline GgufBuilder small_llama(GgufBuilder extra = GgufBuilder()) {
    const std::string vector(4 * 4, '\0');
    const std::string matrix(4 * 4 * 4, '\0');
    extra.text("general.architecture", "llama")
        .number("llama.block_count", 1)
        .number("llama.context_length", 8)
        .number("llama.embedding_length", 4)
        .number("llama.feed_forward_length", 4)
        .number("llama.attention.head_count", 2)
        .number("llama.attention.head_count_kv", 2)
        .real("llama.attention.layer_norm_rms_epsilon", 1e-5F)
        .text("tokenizer.ggml.model", "llama")
        .texts("tokenizer.ggml.tokens", {"<unk>", "<s>", "</s>", "a"})
        .numbers("tokenizer.ggml.token_type", {2, 3, 3, 1})
        .number("tokenizer.ggml.bos_token_id", 1)
        .number("tokenizer.ggml.eos_token_id", 2);
    extra.tensor("token_embd.weight", {4, 4}, 0, matrix);
    extra.tensor("blk.0.attn_norm.weight", {4}, 0, vector);
    for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_output"})
        extra.tensor("blk.0." + std::string(name) + ".weight", {4, 4}, 0, matrix);
    extra.tensor("blk.0.ffn_norm.weight", {4}, 0, vector);
    for (const char* name : {"ffn_gate", "ffn_up", "ffn_down"})
        extra.tensor("blk.0." + std::string(name) + ".weight", {4, 4}, 0, matrix);
    extra.tensor("output_norm.weight", {4}, 0, vector);
    extra.tensor("output.weight", {4, 4}, 0, matrix);
    return extra;
}

}  // namespace netloupe::gguf_test
