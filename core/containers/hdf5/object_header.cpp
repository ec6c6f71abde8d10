#include "object_header.h"

#include <algorithm>
#include <deque>
#include <unordered_set>

namespace netloupe::hdf5 {

namespace {

class HeaderReader {
public:
    explicit HeaderReader(Image& image) : image_(image) {}

    Result<Header> read(uint64_t address) {
        Fields head = image_.at(address);
        const bool second = head.mark("OHDR");
        const uint8_t version = head.u8();
        if (second && version == 2) {
            read_second(head);
        } else if (!second && version == 1) {
            read_first(head);
        } else {
            return image_.corrupt("There is no object where the HDF5 file says that one is.", address);
        }
        if (!head.ok()) return image_.corrupt("The header of an HDF5 object is cut off.", address);
        while (!blocks_.empty()) {
            const Fields block = blocks_.front();
            blocks_.pop_front();
            if (const auto read = read_block(block); !read) return std::unexpected(read.error());
        }
        return std::move(header_);
    }

private:
    void read_first(Fields& head) {
        head.skip(7);
        const uint32_t bytes = head.u32();
        head.skip(4);
        add_block(head.at(), bytes);
    }

    void read_second(Fields& head) {
        second_ = true;
        constexpr uint8_t kOrder = 0x04;
        constexpr uint8_t kLimits = 0x10;
        constexpr uint8_t kTimes = 0x20;
        const uint8_t flags = head.u8();
        ordered_ = (flags & kOrder) != 0;
        if ((flags & kTimes) != 0) head.skip(16);
        if ((flags & kLimits) != 0) head.skip(4);
        const uint64_t bytes = head.number(uint64_t{1} << (flags & 3));
        add_block(head.at(), bytes);
    }

    /// A header may lead back to a block that it has.
    void add_block(uint64_t address, uint64_t bytes) {
        if (!seen_.insert(address).second) return;
        const auto part = slice(image_.bytes(), address, bytes);
        if (!part) return damage("A part of an HDF5 object's header is beyond the end of the file.", address);
        blocks_.push_back(image_.in(*part, address));
    }

    Result<void> read_block(Fields block) {
        const uint64_t head_bytes = second_ ? (ordered_ ? 6 : 4) : 8;
        while (block.remaining() >= head_bytes) {
            if (!image_.step()) return Image::too_many();
            Message message;
            message.type = static_cast<MessageType>(second_ ? block.u8() : block.u16());
            const uint16_t bytes = block.u16();
            constexpr uint8_t kShared = 0x02;
            message.shared = (block.u8() & kShared) != 0;
            block.skip(second_ ? (ordered_ ? 2 : 0) : 3);
            message.at = block.at();
            message.data = block.take(bytes);
            if (!block.ok()) {
                damage("A message in the header of an HDF5 object is cut off.", message.at);
                return {};
            }
            if (message.type == MessageType::kContinuation) {
                continue_at(message);
            } else if (message.type != MessageType::kNil) {
                header_.messages.push_back(message);
            }
        }
        return {};
    }

    void continue_at(const Message& message) {
        Fields fields = image_.in(message.data, message.at);
        const uint64_t address = fields.offset();
        const uint64_t bytes = fields.length();
        if (!fields.ok()) return damage("A header's continuation in the HDF5 file is cut off.", message.at);
        if (!second_) return add_block(address, bytes);
        constexpr uint64_t kMarkBytes = 4;
        constexpr uint64_t kChecksumBytes = 4;
        if (bytes < kMarkBytes + kChecksumBytes || !image_.at(address).mark("OCHK"))
            return damage("A header's continuation in the HDF5 file is none.", address);
        add_block(address + kMarkBytes, bytes - kMarkBytes - kChecksumBytes);
    }

    void damage(std::string message, uint64_t address) {
        if (!header_.damage) header_.damage = image_.corrupt(std::move(message), address).error();
    }

    Image& image_;
    bool second_ = false;
    bool ordered_ = false;
    std::deque<Fields> blocks_;
    std::unordered_set<uint64_t> seen_;
    Header header_;
};

}  // namespace

const Message* Header::find(MessageType type) const {
    const auto found = std::ranges::find(messages, type, &Message::type);
    return found == messages.end() ? nullptr : &*found;
}

Result<Header> read_header(Image& image, uint64_t address) {
    return HeaderReader(image).read(address);
}

Result<Message> resolve(Image& image, const Message& message) {
    if (!message.shared) return message;
    Fields fields = image.in(message.data, message.at);
    constexpr uint8_t kInHeap = 1;
    const uint8_t version = fields.u8();
    const uint8_t place = fields.u8();
    if (version == 1) fields.skip(6);
    if (version >= 3 && place == kInHeap)
        return fail(ErrorCode::kUnsupported, "Types that an HDF5 file keeps in a heap are not read.",
                    image.base() + message.at);
    const uint64_t address = fields.offset();
    if (!fields.ok()) return image.corrupt("A shared message of the HDF5 file is cut off.", message.at);
    const auto header = read_header(image, address);
    if (!header) return std::unexpected(header.error());
    const Message* found = header->find(message.type);
    if (found == nullptr || found->shared)
        return image.corrupt("A shared message of the HDF5 file is not where it says.", message.at);
    return *found;
}

}  // namespace netloupe::hdf5
