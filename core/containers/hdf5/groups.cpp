#include "groups.h"

#include <unordered_set>

#include "base/utf8.h"
#include "dense_storage.h"
#include "messages.h"

namespace netloupe::hdf5 {

namespace {

/// Groups of HDF5's first form: a tree of tables, whose names stand in a heap.
class SymbolTable {
public:
    SymbolTable(Image& image, std::vector<Error>& damages) : image_(image), damages_(damages) {}

    Result<std::vector<Link>> read(const Message& message) {
        Fields fields = image_.in(message.data, message.at);
        const uint64_t tree = fields.offset();
        read_heap(fields.offset());
        if (!fields.ok()) damage("A group of the HDF5 file is cut off.", message.at);
        if (fields.ok()) {
            if (const auto read = read_tree(tree); !read) return std::unexpected(read.error());
        }
        return std::move(links_);
    }

private:
    void read_heap(uint64_t address) {
        Fields heap = image_.at(address);
        if (!heap.mark("HEAP")) return damage("A group of the HDF5 file has no names.", address);
        heap.skip(4);
        const uint64_t bytes = heap.length();
        (void)heap.length();
        const uint64_t data = heap.offset();
        const auto names = slice(image_.bytes(), data, bytes);
        if (!heap.ok() || !names) return damage("The names of an HDF5 group are cut off.", address);
        names_ = *names;
    }

    Result<void> read_tree(uint64_t root) {
        std::vector<uint64_t> left{root};
        while (!left.empty()) {
            const uint64_t address = left.back();
            left.pop_back();
            if (!image_.step()) return Image::too_many();
            if (!seen_.insert(address).second) continue;
            Fields node = image_.at(address);
            if (node.mark("SNOD")) {
                if (const auto read = read_table(node); !read) return read;
                continue;
            }
            const std::vector<uint64_t> children = children_of(address);
            left.insert(left.end(), children.rbegin(), children.rend());
        }
        return {};
    }

    std::vector<uint64_t> children_of(uint64_t address) {
        Fields node = image_.at(address);
        const bool tree = node.mark("TREE");
        constexpr uint8_t kOfGroups = 0;
        if (!tree || node.u8() != kOfGroups) {
            damage("A group of the HDF5 file has no tree where it says.", address);
            return {};
        }
        node.skip(1);
        const uint16_t count = node.u16();
        (void)node.offset();
        (void)node.offset();
        std::vector<uint64_t> children;
        for (uint16_t i = 0; i < count && node.ok(); ++i) {
            (void)node.length();
            children.push_back(node.offset());
        }
        if (!node.ok()) {
            damage("A tree of an HDF5 group is cut off.", address);
            children.clear();
        }
        return children;
    }

    Result<void> read_table(Fields& table) {
        const uint64_t at = table.at();
        table.skip(2);
        const uint16_t count = table.u16();
        for (uint16_t i = 0; i < count; ++i) {
            if (!image_.step()) return Image::too_many();
            constexpr uint32_t kSoft = 2;
            const uint64_t name = table.offset();
            Link link;
            link.object = table.offset();
            const uint32_t kind = table.u32();
            table.skip(4);
            const uint32_t target = table.u32();
            table.skip(12);
            if (!table.ok()) {
                damage("A table of an HDF5 group is cut off.", at);
                return {};
            }
            link.name = name_at(name);
            if (kind == kSoft) {
                link.kind = Link::Kind::kSoft;
                link.target = name_at(target);
            }
            links_.push_back(std::move(link));
        }
        return {};
    }

    std::string name_at(uint64_t offset) {
        Fields name = image_.in(names_, 0);
        name.skip(offset);
        return to_utf8(name.text());
    }

    void damage(std::string message, uint64_t address) {
        damages_.push_back(image_.corrupt(std::move(message), address).error());
    }

    Image& image_;
    std::vector<Error>& damages_;
    Bytes names_;
    std::unordered_set<uint64_t> seen_;
    std::vector<Link> links_;
};

/// Links of a group of the newer form that has so many that they stand in a heap.
Result<void> read_dense_links(Image& image, const Message& message, std::vector<Link>& links,
                              std::vector<Error>& damages) {
    constexpr uint8_t kCounted = 0x01;
    Fields fields = image.in(message.data, message.at);
    fields.skip(1);
    if ((fields.u8() & kCounted) != 0) fields.skip(8);
    const uint64_t heap = fields.offset();
    const uint64_t names = fields.offset();
    if (!fields.ok() || heap == kUndefined) return {};
    return for_each_dense(image, heap, names, damages, [&](const Fields& link) {
        auto read = read_link(link);
        if (read) links.push_back(std::move(*read));
        if (!read) damages.push_back(image.corrupt("A link in the HDF5 file is damaged.", link.at()).error());
    });
}

}  // namespace

Result<std::vector<Link>> read_links(Image& image, const Header& header, std::vector<Error>& damages) {
    if (const Message* table = header.find(MessageType::kSymbolTable); table != nullptr)
        return SymbolTable(image, damages).read(*table);
    std::vector<Link> links;
    for (const Message& message : header.messages) {
        if (message.type != MessageType::kLink) continue;
        auto link = read_link(image.in(message.data, message.at));
        if (link) links.push_back(std::move(*link));
        if (!link)
            damages.push_back(image.corrupt("A link in the HDF5 file is damaged.", message.at).error());
    }
    if (const Message* info = header.find(MessageType::kLinkInfo); info != nullptr) {
        if (const auto read = read_dense_links(image, *info, links, damages); !read)
            return std::unexpected(read.error());
    }
    return links;
}

}  // namespace netloupe::hdf5
