#include <algorithm>
#include <ranges>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/utf8.h"
#include "chunks.h"
#include "containers/hdf5.h"
#include "dense_storage.h"
#include "groups.h"
#include "image.h"
#include "messages.h"
#include "object_header.h"

namespace netloupe::hdf5 {

namespace {

constexpr std::string_view kMark = "\x89HDF\r\n\x1a\n";
/// Texts of one attribute, and what they may be long together.
constexpr size_t kMostTexts = 1U << 20;
/// Bytes of a path; a chain of groups in groups could make longer ones.
constexpr size_t kLongestPath = 4096;
constexpr uint64_t kMostTextBytes = 256ULL << 20;

/// The superblock stands at the front, or behind a block of 512 bytes, 1024, 2048 and so on.
std::optional<uint64_t> find_superblock(Bytes bytes) {
    constexpr uint64_t kSmallestBlock = 512;
    for (uint64_t at = 0; at < bytes.size(); at = at == 0 ? kSmallestBlock : at * 2) {
        if (as_text(bytes.subspan(at)).starts_with(kMark)) return at;
    }
    return std::nullopt;
}

bool is_width(uint8_t bytes) {
    return bytes == 2 || bytes == 4 || bytes == 8;
}

struct Start {
    uint8_t offset_bytes = 0;
    uint8_t length_bytes = 0;
    uint64_t root = kUndefined;
};

/// Nothing when it is cut off or of a version that does not exist.
std::optional<Start> read_superblock(Bytes bytes) {
    constexpr uint8_t kNewest = 3;
    Fields plain(bytes, 0, 8, 8);
    plain.skip(kMark.size());
    const uint8_t version = plain.u8();
    if (version > kNewest) return std::nullopt;
    const bool first_form = version < 2;
    if (first_form) plain.skip(4);
    Start start;
    start.offset_bytes = plain.u8();
    start.length_bytes = plain.u8();
    if (!plain.ok() || !is_width(start.offset_bytes) || !is_width(start.length_bytes)) return std::nullopt;
    Fields fields(plain.rest(), plain.at(), start.offset_bytes, start.length_bytes);
    if (first_form) {
        fields.skip(version == 1 ? 13 : 9);
        constexpr int kAddresses = 4;  // base, free space, end, driver
        for (int i = 0; i < kAddresses; ++i) (void)fields.offset();
        (void)fields.offset();  // the root's name
    } else {
        fields.skip(1);
        constexpr int kAddresses = 3;  // base, extension, end
        for (int i = 0; i < kAddresses; ++i) (void)fields.offset();
    }
    start.root = fields.offset();
    return fields.ok() ? std::optional(start) : std::nullopt;
}

/// Attributes in the header itself.
void read_attributes(Image& image, const Header& header, Object& object) {
    for (const Message& message : header.messages) {
        if (message.type != MessageType::kAttribute || message.shared) continue;
        auto attribute = read_attribute(image, image.in(message.data, message.at));
        if (attribute) object.attributes.push_back(std::move(*attribute));
        if (!attribute) object.damages.push_back(attribute.error());
    }
}

/// Attributes in a heap.
Result<void> read_dense_attributes(Image& image, const Header& header, Object& object) {
    const Message* info = header.find(MessageType::kAttributeInfo);
    if (info == nullptr) return {};
    constexpr uint8_t kCounted = 0x01;
    Fields fields = image.in(info->data, info->at);
    fields.skip(1);
    if ((fields.u8() & kCounted) != 0) fields.skip(2);
    const uint64_t heap = fields.offset();
    const uint64_t names = fields.offset();
    if (!fields.ok() || heap == kUndefined) return {};
    return for_each_dense(image, heap, names, object.damages, [&](const Fields& entry) {
        auto attribute = read_attribute(image, entry);
        if (attribute) object.attributes.push_back(std::move(*attribute));
        if (!attribute) object.damages.push_back(attribute.error());
    });
}

/// Global heaps, which texts of variable length stand in.
class GlobalHeaps {
public:
    explicit GlobalHeaps(const Image& image) : image_(image), steps_(image.bytes().size()) {}

    Bytes find(uint64_t address, uint32_t index) {
        const auto [heap, added] = heaps_.try_emplace(address);
        if (added) read(address, heap->second);
        const auto found = heap->second.find(index);
        return found == heap->second.end() ? Bytes() : found->second;
    }

private:
    using Objects = std::unordered_map<uint32_t, Bytes>;

    void read(uint64_t address, Objects& out) {
        Fields heap = image_.at(address);
        if (!heap.mark("GCOL")) return;
        heap.skip(4);
        const uint64_t bytes = heap.length();
        const uint64_t head_bytes = heap.at() - address;
        const auto part = slice(image_.bytes(), address, bytes);
        if (!part || bytes < head_bytes) return;
        Fields objects = image_.in(part->subspan(head_bytes), address + head_bytes);
        // Heaps that overlap would be read again and again.
        while (objects.ok() && objects.remaining() > 0 && steps_ > 0) {
            --steps_;
            const uint16_t number = objects.u16();
            objects.skip(6);
            const uint64_t length = objects.length();
            if (number == 0) return;
            out.try_emplace(number, objects.take(length));
            objects.skip(std::min((8 - length % 8) % 8, objects.remaining()));
        }
    }

    const Image& image_;
    uint64_t steps_;
    std::unordered_map<uint64_t, Objects> heaps_;
};

/// Texts are padded with NULs or blanks.
std::string without_padding(Bytes bytes) {
    std::string_view text = as_text(bytes);
    text = text.substr(0, text.find('\0'));
    return to_utf8(text.substr(0, text.find_last_not_of(' ') + 1));
}

}  // namespace

const Attribute* Object::attribute(std::string_view name) const {
    const auto found = std::ranges::find(attributes, name, &Attribute::name);
    return found == attributes.end() ? nullptr : &*found;
}

const Link* Object::link(std::string_view name) const {
    const auto found = std::ranges::find(links, name, &Link::name);
    return found == links.end() ? nullptr : &*found;
}

bool is_hdf5(Bytes bytes) {
    return find_superblock(bytes).has_value();
}

File::File(std::unique_ptr<Image> image, uint64_t root) : image_(std::move(image)), root_(root) {}
File::File(File&&) noexcept = default;
File& File::operator=(File&&) noexcept = default;
File::~File() = default;

Result<File> File::open(Bytes bytes) {
    const auto at = find_superblock(bytes);
    if (!at) return fail(ErrorCode::kCorrupt, "The file does not begin as an HDF5 file does.", 0);
    const auto start = read_superblock(bytes.subspan(*at));
    if (!start)
        return fail(ErrorCode::kCorrupt,
                    "The superblock of the HDF5 file is cut off or of an unknown version.", *at);
    if (start->root == kUndefined) return fail(ErrorCode::kCorrupt, "The HDF5 file has no root group.", *at);
    return File(std::make_unique<Image>(bytes.subspan(*at), *at, start->offset_bytes, start->length_bytes),
                start->root);
}

uint64_t File::root() const {
    return root_;
}

Result<Object> File::object(uint64_t address) {
    const auto header = read_header(*image_, address);
    if (!header) return std::unexpected(header.error());
    Object object;
    object.address = address;
    if (header->damage) object.damages.push_back(*header->damage);
    read_attributes(*image_, *header, object);
    if (const auto read = read_dense_attributes(*image_, *header, object); !read)
        return std::unexpected(read.error());
    if (header->find(MessageType::kLayout) != nullptr) {
        auto dataset = read_dataset(*image_, *header);
        if (!dataset) return std::unexpected(dataset.error());
        object.dataset = std::move(*dataset);
        return object;
    }
    auto links = read_links(*image_, *header, object.damages);
    if (!links) return std::unexpected(links.error());
    object.links = std::move(*links);
    return object;
}

Result<Object> File::find(const Object& group, std::string_view path) {
    Result<Object> found = fail(ErrorCode::kNotFound, {});
    const Object* parent = &group;
    while (true) {
        const size_t end = path.find('/');
        const Link* link = parent->link(path.substr(0, end));
        if (link == nullptr || link->kind != Link::Kind::kHard)
            return fail(ErrorCode::kNotFound, "The HDF5 file has no " + to_utf8(path) + ".");
        found = object(link->object);
        if (!found || end == std::string_view::npos) return found;
        parent = &*found;
        path.remove_prefix(end + 1);
    }
}

std::vector<std::string> File::texts(const ElementType& type, Bytes elements) const {
    std::vector<std::string> texts;
    if (type.dtype != DataType::kString || type.bytes == 0) return texts;
    GlobalHeaps heaps(*image_);
    uint64_t kept = 0;
    for (uint64_t at = 0; at + type.bytes <= elements.size() && texts.size() < kMostTexts; at += type.bytes) {
        Bytes text = elements.subspan(at, type.bytes);
        if (type.form == ElementType::Form::kVariableText) {
            Fields fields = image_->in(text, 0);
            const uint32_t bytes = fields.u32();
            const uint64_t heap = fields.offset();
            const Bytes data = heaps.find(heap, fields.u32());
            text = data.first(std::min<uint64_t>(bytes, data.size()));
        }
        // Many elements may lead to one long text.
        kept += text.size();
        if (kept > kMostTextBytes) break;
        texts.push_back(without_padding(text));
    }
    return texts;
}

std::vector<std::string> File::texts(const Attribute& attribute) const {
    uint64_t bytes = attribute.type.bytes;
    for (const int64_t extent : attribute.shape) {
        if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(extent), &bytes)) return {};
    }
    return texts(attribute.type, attribute.data.first(std::min<uint64_t>(bytes, attribute.data.size())));
}

std::string File::text(const Object& object, std::string_view name) const {
    const Attribute* attribute = object.attribute(name);
    if (attribute == nullptr) return {};
    auto all = texts(*attribute);
    return all.empty() ? std::string() : std::move(all[0]);
}

Result<void> File::for_each_dataset(const Object& group, std::vector<Error>& damages,
                                    const std::function<void(const std::string&, const Object&)>& take) {
    struct Place {
        std::string path;
        uint64_t object;
    };
    std::vector<Place> left;
    std::unordered_set<uint64_t> seen{group.address};
    const auto enter = [&](const std::string& path, const Object& object) {
        for (const Error& damage : object.damages) damages.push_back(damage);
        // The stack gives back what was put on it last.
        for (const Link& link : object.links | std::views::reverse) {
            const std::string below = path.empty() ? link.name : path + "/" + link.name;
            if (link.kind == Link::Kind::kHard && below.size() <= kLongestPath) {
                left.push_back({below, link.object});
            } else if (link.kind == Link::Kind::kExternal) {
                damages.push_back({ErrorCode::kUnsupported,
                                   "The HDF5 file's " + below + " is in another file, which is not opened."});
            }
        }
    };
    enter({}, group);
    while (!left.empty()) {
        const Place place = std::move(left.back());
        left.pop_back();
        if (!seen.insert(place.object).second) continue;
        const auto object = this->object(place.object);
        if (!object && object.error().code == ErrorCode::kLimit) return std::unexpected(object.error());
        if (!object) {
            damages.push_back(object.error());
        } else if (object->dataset) {
            take(place.path, *object);
        } else {
            enter(place.path, *object);
        }
    }
    return {};
}

Result<std::vector<std::byte>> File::elements(const Dataset& dataset, uint64_t first, uint64_t count) {
    return read_elements(*image_, dataset, first, count);
}

}  // namespace netloupe::hdf5
