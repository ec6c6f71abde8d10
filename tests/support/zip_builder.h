#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace netloupe::support {

/// Writes zip archives for tests.
class ZipBuilder {
public:
    enum class Pack : uint8_t { kStored, kDeflated };

    ZipBuilder& add(std::string_view name, std::string_view content, Pack pack = Pack::kStored) {
        const std::string packed = pack == Pack::kStored ? std::string(content) : deflated(content);
        const auto crc =
            static_cast<uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
        std::string common;
        put16(common, 20);
        put16(common, 0);
        put16(common, pack == Pack::kStored ? 0 : 8);
        put32(common, 0);
        put32(common, crc);
        put32(common, static_cast<uint32_t>(packed.size()));
        put32(common, static_cast<uint32_t>(content.size()));
        put16(common, static_cast<uint16_t>(name.size()));
        put16(common, 0);
        directory_ += "PK\x01\x02";
        put16(directory_, 20);
        directory_ += common;
        directory_ += std::string(10, '\0');
        put32(directory_, static_cast<uint32_t>(files_.size()));
        directory_ += name;
        files_ += "PK\x03\x04" + common + std::string(name) + packed;
        ++count_;
        return *this;
    }

    [[nodiscard]] std::string build() const {
        std::string end = "PK\x05\x06";
        put32(end, 0);
        put16(end, count_);
        put16(end, count_);
        put32(end, static_cast<uint32_t>(directory_.size()));
        put32(end, static_cast<uint32_t>(files_.size()));
        put16(end, 0);
        return files_ + directory_ + end;
    }

private:
    static void put16(std::string& to, uint16_t value) {
        to += {static_cast<char>(value & 0xFF), static_cast<char>(value >> 8)};
    }
    static void put32(std::string& to, uint32_t value) {
        put16(to, static_cast<uint16_t>(value & 0xFFFF));
        put16(to, static_cast<uint16_t>(value >> 16));
    }
    /// Raw deflate data: zlib's form without its header of two bytes and its checksum of four.
    static std::string deflated(std::string_view content) {
        uLongf size = compressBound(content.size());
        std::string out(size, '\0');
        compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(content.data()),
                 content.size());
        return out.substr(2, size - 6);
    }

    std::string files_;
    std::string directory_;
    uint16_t count_ = 0;
};

}  // namespace netloupe::support
