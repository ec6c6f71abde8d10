#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "base/error.h"
#include "model/data_type.h"

/// HDF5 files (HDF5 File Format Specification 3.0): groups, datasets and their attributes, in bytes that are
/// in memory or mapped. No other file is ever opened: links into other files and data in other files are
/// told, not followed. Of datasets is read where their values stand, not the values.
namespace netloupe::hdf5 {

class Image;

/// What an element of a dataset or attribute is.
struct ElementType {
    enum class Form : uint8_t {
        kNumber,
        kText,          ///< Of a fixed length.
        kVariableText,  ///< In a heap; the element says where.
        kOther,         ///< Records, references, bytes without a meaning.
    };
    Form form = Form::kOther;
    DataType dtype = DataType::kUnknown;
    uint32_t bytes = 0;  ///< Of a stored element.
    bool big_endian = false;
};

struct Attribute {
    std::string name;
    ElementType type;
    std::vector<int64_t> shape;  ///< Empty for a scalar.
    Bytes data;
};

/// A name in a group.
struct Link {
    enum class Kind : uint8_t {
        kHard,      ///< `object` is its object.
        kSoft,      ///< `target` is a path in this file, which may lead nowhere.
        kExternal,  ///< Into another file.
    };
    std::string name;
    Kind kind = Kind::kHard;
    uint64_t object = 0;
    std::string target;
};

/// A step of what was done to a chunk when it was written.
struct Filter {
    uint16_t id = 0;
    std::vector<uint32_t> values;
};

struct Dataset {
    enum class Storage : uint8_t {
        kNone,     ///< Nothing was ever written: all elements are `fill`.
        kSpan,     ///< In one piece, row-major.
        kChunked,  ///< In blocks, which may be compressed.
        kOutside,  ///< In other files.
        kUnread,   ///< In a form that is not read.
    };
    enum class Index : uint8_t { kTree, kSingle, kImplicit, kFixedArray };

    ElementType type;
    std::vector<int64_t> shape;  ///< Empty for a scalar.
    Storage storage = Storage::kUnread;
    uint64_t offset = 0;  ///< Of the span in the bytes that the file was opened with.
    uint64_t length = 0;
    std::vector<Filter> filters;
    Bytes fill;

    // Of chunks.
    std::vector<uint64_t> chunk;  ///< Their extents.
    Index index = Index::kTree;
    uint64_t index_address = 0;
    uint64_t single_bytes = 0;  ///< Of the only chunk, as it is stored.
    uint32_t single_mask = 0;   ///< Filters that were left out of it.
};

/// A group or a dataset, with what stands in its header.
struct Object {
    uint64_t address = 0;
    std::vector<Attribute> attributes;
    std::vector<Link> links;  ///< In the file's order, which is that of the alphabet or of their making.
    std::optional<Dataset> dataset;
    std::vector<Error> damages;

    [[nodiscard]] const Attribute* attribute(std::string_view name) const;
    [[nodiscard]] const Link* link(std::string_view name) const;
};

/// Whether the bytes begin as an HDF5 file does, perhaps behind a block that belongs to somebody else.
bool is_hdf5(Bytes bytes);

class File {
public:
    /// Errors: kCorrupt with offset, kUnsupported.
    static Result<File> open(Bytes bytes);

    File(File&&) noexcept;
    File& operator=(File&&) noexcept;
    ~File();

    /// Address of the root group.
    [[nodiscard]] uint64_t root() const;
    /// Reads the object; damage of a part is in its damages. Errors: kCorrupt with offset; kLimit when the
    /// file's parts are told more often than a file of its size has parts.
    Result<Object> object(uint64_t address);
    /// The object that a path names from the group on, through hard links alone. Error kNotFound.
    Result<Object> find(const Object& group, std::string_view path);

    /// Calls `take` with each dataset below the group and its path from there, each object once, through hard
    /// links alone. What cannot be read or is elsewhere is told in `damages`. Error kLimit.
    Result<void> for_each_dataset(const Object& group, std::vector<Error>& damages,
                                  const std::function<void(const std::string& path, const Object&)>& take);

    /// The texts that these elements are, or lead to.
    [[nodiscard]] std::vector<std::string> texts(const ElementType& type, Bytes elements) const;
    /// The texts of an attribute; empty when it has none.
    [[nodiscard]] std::vector<std::string> texts(const Attribute& attribute) const;
    /// The first of them.
    [[nodiscard]] std::string text(const Object& object, std::string_view attribute) const;

    /// The stored bytes of elements [first, first + count) of the dataset, fewer where it ends; chunks are
    /// unpacked. Errors: kCorrupt, kLimit, kUnsupported (filters that are not read), kNotFound when the data
    /// is not in this file.
    Result<std::vector<std::byte>> elements(const Dataset& dataset, uint64_t first, uint64_t count);

private:
    explicit File(std::unique_ptr<Image> image, uint64_t root);
    std::unique_ptr<Image> image_;
    uint64_t root_;
};

}  // namespace netloupe::hdf5
