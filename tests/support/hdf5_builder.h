#pragma once

#include <hdf5.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace netloupe::support {

/// How a dataset is stored.
struct Hdf5Packing {
    std::vector<hsize_t> chunk{};  ///< Empty: in one piece.
    bool shuffle = false;
    bool deflate = false;
    bool checksum = false;
    bool compact = false;
    bool unwritten = false;
    std::vector<hsize_t> most{};  ///< Extents that it may grow to.
};

/// Writes HDF5 files for tests in memory, by the HDF Group's own library.
class Hdf5Builder {
public:
    /// What a file may have: all that HDF5 ever knew, or only what its newest versions write.
    enum class Form : uint8_t { kOldest, kNewest };

    using Packing = Hdf5Packing;

    explicit Hdf5Builder(Form form = Form::kOldest, hsize_t user_block = 0) {
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
        const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
        constexpr size_t kStep = 4096;
        H5Pset_fapl_core(access, kStep, 0);
        if (form == Form::kNewest) H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
        const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
        H5Pset_userblock(creation, user_block);
        // The library opens no name twice at a time.
        static int files = 0;
        file_ = H5Fcreate(("memory" + std::to_string(files++)).c_str(), H5F_ACC_TRUNC, creation, access);
        H5Pclose(creation);
        H5Pclose(access);
        parents_ = H5Pcreate(H5P_LINK_CREATE);
        H5Pset_create_intermediate_group(parents_, 1);
    }
    Hdf5Builder(const Hdf5Builder&) = delete;
    Hdf5Builder& operator=(const Hdf5Builder&) = delete;
    ~Hdf5Builder() {
        H5Pclose(parents_);
        H5Fclose(file_);
    }

    Hdf5Builder& group(const std::string& path) {
        H5Gclose(H5Gcreate2(file_, path.c_str(), parents_, H5P_DEFAULT, H5P_DEFAULT));
        return *this;
    }

    /// Values of the type `memory`, stored as `stored`.
    template <typename T>
    Hdf5Builder& dataset(const std::string& path, const std::vector<hsize_t>& dims,
                         const std::vector<T>& values, hid_t memory, hid_t stored,
                         const Packing& packing = {}) {
        const hid_t space = dims.empty()
                                ? H5Screate(H5S_SCALAR)
                                : H5Screate_simple(static_cast<int>(dims.size()), dims.data(),
                                                   packing.most.empty() ? nullptr : packing.most.data());
        const hid_t creation = properties(packing);
        const hid_t dataset = H5Dcreate2(file_, path.c_str(), stored, space, parents_, creation, H5P_DEFAULT);
        if (!packing.unwritten) H5Dwrite(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
        H5Dclose(dataset);
        H5Pclose(creation);
        H5Sclose(space);
        return *this;
    }
    Hdf5Builder& floats(const std::string& path, const std::vector<hsize_t>& dims,
                        const std::vector<float>& values, const Packing& packing = {}) {
        return dataset(path, dims, values, H5T_NATIVE_FLOAT, H5T_IEEE_F32LE, packing);
    }

    /// A text of variable length.
    Hdf5Builder& text(const std::string& object, const std::string& name, const std::string& value) {
        const hid_t type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, H5T_VARIABLE);
        const char* characters = value.c_str();
        attribute(object, name, type, H5Screate(H5S_SCALAR), static_cast<const void*>(&characters));
        H5Tclose(type);
        return *this;
    }
    /// A list of texts of one length, padded with NULs.
    Hdf5Builder& texts(const std::string& object, const std::string& name,
                       const std::vector<std::string>& values) {
        size_t longest = 1;
        for (const std::string& value : values) longest = std::max(longest, value.size());
        std::string all;
        for (const std::string& value : values) all += value + std::string(longest - value.size(), '\0');
        const hid_t type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, longest);
        H5Tset_strpad(type, H5T_STR_NULLPAD);
        const hsize_t count = values.size();
        attribute(object, name, type, H5Screate_simple(1, &count, nullptr), all.data());
        H5Tclose(type);
        return *this;
    }
    Hdf5Builder& number(const std::string& object, const std::string& name, int32_t value) {
        attribute(object, name, H5T_NATIVE_INT32, H5Screate(H5S_SCALAR), &value);
        return *this;
    }

    Hdf5Builder& hard_link(const std::string& path, const std::string& target) {
        H5Lcreate_hard(file_, target.c_str(), file_, path.c_str(), parents_, H5P_DEFAULT);
        return *this;
    }
    Hdf5Builder& soft_link(const std::string& path, const std::string& target) {
        H5Lcreate_soft(target.c_str(), file_, path.c_str(), parents_, H5P_DEFAULT);
        return *this;
    }
    Hdf5Builder& external_link(const std::string& path, const std::string& file, const std::string& target) {
        H5Lcreate_external(file.c_str(), target.c_str(), file_, path.c_str(), parents_, H5P_DEFAULT);
        return *this;
    }
    /// A dataset whose values stand in another file.
    Hdf5Builder& external_dataset(const std::string& path, const std::string& file, hsize_t count) {
        const hid_t space = H5Screate_simple(1, &count, nullptr);
        const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_external(creation, file.c_str(), 0, count * sizeof(float));
        H5Dclose(H5Dcreate2(file_, path.c_str(), H5T_IEEE_F32LE, space, parents_, creation, H5P_DEFAULT));
        H5Pclose(creation);
        H5Sclose(space);
        return *this;
    }

    [[nodiscard]] std::string build() const {
        H5Fflush(file_, H5F_SCOPE_GLOBAL);
        const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
        std::string bytes(size > 0 ? static_cast<size_t>(size) : 0, '\0');
        H5Fget_file_image(file_, bytes.data(), bytes.size());
        return bytes;
    }

private:
    static hid_t properties(const Packing& packing) {
        const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
        if (packing.compact) H5Pset_layout(creation, H5D_COMPACT);
        if (!packing.chunk.empty())
            H5Pset_chunk(creation, static_cast<int>(packing.chunk.size()), packing.chunk.data());
        if (packing.shuffle) H5Pset_shuffle(creation);
        if (packing.deflate) H5Pset_deflate(creation, 6);
        if (packing.checksum) H5Pset_fletcher32(creation);
        return creation;
    }

    void attribute(const std::string& object, const std::string& name, hid_t type, hid_t space,
                   const void* value) {
        const hid_t made = H5Acreate_by_name(file_, object.c_str(), name.c_str(), type, space, H5P_DEFAULT,
                                             H5P_DEFAULT, H5P_DEFAULT);
        H5Awrite(made, type, value);
        H5Aclose(made);
        H5Sclose(space);
    }

    hid_t file_ = -1;
    hid_t parents_ = -1;
};

}  // namespace netloupe::support
