// Convolution and pooling of ONNX: batch, channels, then spatial dimensions.

#include "convolution.h"

#include <array>

#include "operator_functions.h"
#include "shape_rules.h"
#include "window.h"

namespace netloupe::infer {

namespace {

/// Extents of the kernel: the attribute, else what the filters have.
std::optional<DimList> kernel_of(Context& c, size_t spatial, const std::optional<DimList>& filters) {
    DimList kernel;
    if (const auto given = c.list("kernel_shape")) {
        for (const int64_t extent : *given) kernel.push(c.dims().constant(extent));
    } else if (filters && filters->size() == spatial + 2) {
        kernel = DimList(filters->from(2));
    }
    if (kernel.size() == spatial) return kernel;
    if (!kernel.empty() || (filters && filters->size() != spatial + 2)) {
        c.conflict("The kernel has another number of dimensions than the data.");
    }
    return std::nullopt;
}

/// Data with its batch and channels but unknown spatial dimensions.
DimList open_result(const DimList& data, DimId channels) {
    DimList result = unknown_dims(data.size());
    result[0] = data[0];
    result[1] = channels;
    return result;
}

}  // namespace

void convolve(Context& c, size_t data_slot, size_t filter_slot, DataType type) {
    c.set_type(0, type);
    const auto data = c.shape(data_slot);
    const auto filters = c.shape(filter_slot);
    if (!data) return;
    if (data->size() < 2)
        return c.conflict("A convolution needs at least two dimensions: batch and channels.");
    const size_t spatial = data->size() - 2;
    if (filters && filters->size() == data->size()) {
        const DimId group = c.dims().constant(c.integer("group", 1));
        c.same((*data)[1], c.dims().mul((*filters)[1], group), "Channels of the data and of the filters");
    }
    DimList result = open_result(*data, filters && !filters->empty() ? (*filters)[0] : DimId());
    const auto kernel = kernel_of(c, spatial, filters);
    const auto window = kernel ? Window::of(c, spatial) : std::nullopt;
    for (size_t i = 0; window && i < spatial; ++i) {
        result[i + 2] = window->places(c.dims(), (*data)[i + 2], (*kernel)[i], i);
    }
    c.set_shape(0, result);
}

void convolve_transposed(Context& c, size_t data_slot, size_t filter_slot, DataType type) {
    c.set_type(0, type);
    const auto data = c.shape(data_slot);
    const auto filters = c.shape(filter_slot);
    if (!data) return;
    if (data->size() < 2)
        return c.conflict("A convolution needs at least two dimensions: batch and channels.");
    const size_t spatial = data->size() - 2;
    DimId channels;
    if (filters && filters->size() == data->size()) {
        c.same((*data)[1], (*filters)[0], "Channels of the data and of the filters");
        channels = c.dims().mul((*filters)[1], c.dims().constant(c.integer("group", 1)));
    }
    DimList result = open_result(*data, channels);
    const auto given = c.list("output_shape");
    const auto kernel = kernel_of(c, spatial, filters);
    const auto window = kernel ? Window::of(c, spatial) : std::nullopt;
    const auto more = c.list("output_padding");
    for (size_t i = 0; i < spatial; ++i) {
        if (given && given->size() >= spatial) {
            // Some writers list batch and channels, too.
            result[i + 2] = c.dims().constant((*given)[given->size() - spatial + i]);
        } else if (window) {
            const int64_t padding = more && more->size() == spatial ? (*more)[i] : 0;
            result[i + 2] = window->spread(c.dims(), (*data)[i + 2], (*kernel)[i], i, padding);
        }
    }
    c.set_shape(0, result);
}

void pool(Context& c, size_t slot, DataType type) {
    c.set_type(0, type);
    const auto data = c.shape(slot);
    if (!data) return;
    if (data->size() < 2) return c.conflict("Pooling needs at least two dimensions: batch and channels.");
    const size_t spatial = data->size() - 2;
    DimList result = open_result(*data, (*data)[1]);
    const auto kernel = kernel_of(c, spatial, std::nullopt);
    const auto window = kernel ? Window::of(c, spatial) : std::nullopt;
    for (size_t i = 0; window && i < spatial; ++i) {
        result[i + 2] = window->places(c.dims(), (*data)[i + 2], (*kernel)[i], i);
    }
    c.set_shape(0, result);
    c.set(1, DataType::kInt64, result);
}

namespace {

void conv(Context& c) {
    convolve(c, 0, 1, c.dtype(0));
}
void conv_integer(Context& c) {
    convolve(c, 0, 1, DataType::kInt32);
}
void qlinear_conv(Context& c) {
    convolve(c, 0, 3, c.dtype(7));
}
void conv_transpose(Context& c) {
    convolve_transposed(c, 0, 1, c.dtype(0));
}
void plain_pool(Context& c) {
    pool(c, 0, c.dtype(0));
}

void global_pool(Context& c) {
    c.set_type(0, c.dtype(0));
    auto shape = c.shape(0);
    if (!shape) return;
    for (size_t i = 2; i < shape->size(); ++i) (*shape)[i] = c.dims().constant(1);
    c.set_shape(0, *shape);
}

void max_unpool(Context& c) {
    c.set_type(0, c.dtype(0));
    if (c.has(2)) {
        if (const auto given = listed_dims(c, 2)) c.set_shape(0, *given);
        return;
    }
    const auto data = c.shape(0);
    if (!data || data->size() < 2) return;
    DimList result = open_result(*data, (*data)[1]);
    const auto kernel = kernel_of(c, data->size() - 2, std::nullopt);
    const auto window = kernel ? Window::of(c, kernel->size()) : std::nullopt;
    for (size_t i = 0; window && i < kernel->size(); ++i) {
        result[i + 2] = window->spread(c.dims(), (*data)[i + 2], (*kernel)[i], i, 0);
    }
    c.set_shape(0, result);
}

void max_roi_pool(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto regions = c.shape(1);
    const auto pooled = c.list("pooled_shape");
    DimList result = unknown_dims(4);
    if (regions && !regions->empty()) result[0] = (*regions)[0];
    if (data && data->size() > 1) result[1] = (*data)[1];
    for (size_t i = 0; pooled && i < 2 && pooled->size() == 2; ++i) {
        result[i + 2] = c.dims().constant((*pooled)[i]);
    }
    c.set_shape(0, result);
}

void roi_align(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto regions = c.shape(1);
    const auto batch = c.shape(2);
    DimList result = unknown_dims(4);
    if (regions && regions->size() == 2) result[0] = (*regions)[0];
    if (batch && batch->size() == 1) result[0] = c.same(result[0], (*batch)[0], "Numbers of regions");
    if (data && data->size() == 4) result[1] = (*data)[1];
    result[2] = c.dims().constant(c.integer("output_height", 1));
    result[3] = c.dims().constant(c.integer("output_width", 1));
    c.set_shape(0, result);
}

}  // namespace

void grid_sample(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto data = c.shape(0);
    const auto grid = c.shape(1);
    if (!data && !grid) return;
    DimList result = unknown_dims(data ? data->size() : grid->size());
    if (result.size() < 3) return;
    if (grid && grid->size() == result.size()) {
        result[0] = (*grid)[0];
        for (size_t i = 2; i < result.size(); ++i) result[i] = (*grid)[i - 1];
    }
    if (data) {
        result[0] = c.same((*data)[0], result[0], "Batches of the data and the grid");
        result[1] = (*data)[1];
    }
    c.set_shape(0, result);
}

namespace {

/// size is N, C, (D,) H, W; the grid has N, (D,) H, W and a coordinate for each spatial dimension.
void affine_grid(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto size = listed_dims(c, 1);
    if (!size || size->size() < 4) return;
    DimList result{(*size)[0]};
    result.append(size->from(2));
    result.push(c.dims().constant(static_cast<int64_t>(size->size()) - 2));
    c.set_shape(0, result);
}

void col2im(Context& c) {
    c.set_type(0, c.dtype(0));
    const auto image = listed_dims(c, 1);
    if (!image) return;
    DimList result = unknown_dims(2);
    const auto data = c.shape(0);
    const auto block = listed_dims(c, 2);
    if (data && data->size() == 3) {
        result[0] = (*data)[0];
        if (block) result[1] = c.dims().floor_div((*data)[1], c.dims().product(block->span()));
    }
    result.append(image->span());
    c.set_shape(0, result);
}

/// The state keeps the last inputs that the kernel still needs.
void causal_conv(Context& c) {
    like_input(c, 0, 0);
    c.set_type(1, c.dtype(0));
    const auto data = c.shape(0);
    const auto weight = c.shape(1);
    if (!data || data->size() != 3 || !weight || weight->empty()) return;
    DimList state = *data;
    state[2] = c.dims().sub((*weight)[weight->size() - 1], c.dims().constant(1));
    c.set_shape(1, state);
}

constexpr auto kFunctions = std::to_array<OperatorFunction>({
    {"AffineGrid", affine_grid},
    {"AveragePool", plain_pool},
    {"CausalConvWithState", causal_conv},
    {"Col2Im", col2im},
    {"Conv", conv},
    {"ConvInteger", conv_integer},
    {"ConvTranspose", conv_transpose},
    {"DeformConv", conv},
    {"GlobalAveragePool", global_pool},
    {"GlobalLpPool", global_pool},
    {"GlobalMaxPool", global_pool},
    {"GridSample", grid_sample},
    {"LpPool", plain_pool},
    {"MaxPool", plain_pool},
    {"MaxRoiPool", max_roi_pool},
    {"MaxUnpool", max_unpool},
    {"QLinearConv", qlinear_conv},
    {"RoiAlign", roi_align},
});

}  // namespace

std::span<const OperatorFunction> convolution_functions() {
    return kFunctions;
}

}  // namespace netloupe::infer
