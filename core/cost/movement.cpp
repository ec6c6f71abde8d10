// Operators that move or select elements, and compute nothing.

#include "movement.h"

#include <array>

namespace netloupe::cost {

namespace {

constexpr auto kMoves = std::to_array<Move>({
    {OpKind::kIdentity, Reading::kNone, true},
    {OpKind::kReshape, Reading::kNone, true},
    {OpKind::kFlatten, Reading::kNone, true},
    {OpKind::kSqueeze, Reading::kNone, true},
    {OpKind::kUnsqueeze, Reading::kNone, true},
    {OpKind::kBitcast, Reading::kNone, true},
    {OpKind::kDropout, Reading::kNone, true},
    {OpKind::kControlDependency, Reading::kNone, true},
    {OpKind::kOptional, Reading::kNone, true},
    {OpKind::kSequence, Reading::kNone, true},
    {OpKind::kConstant, Reading::kNone, true},
    {OpKind::kVariable, Reading::kNone, true},
    {OpKind::kShape, Reading::kNone},
    {OpKind::kSize, Reading::kNone},
    {OpKind::kRank, Reading::kNone},
    {OpKind::kConstantOfShape, Reading::kNone},
    {OpKind::kZerosLike, Reading::kNone},
    {OpKind::kEyeLike, Reading::kNone},
    {OpKind::kRandom, Reading::kNone},
    {OpKind::kSlice, Reading::kPicked},
    {OpKind::kStridedSlice, Reading::kPicked},
    {OpKind::kCrop, Reading::kPicked},
    {OpKind::kTrim, Reading::kPicked},
    {OpKind::kGather, Reading::kPicked},
    {OpKind::kGatherNd, Reading::kPicked},
    {OpKind::kGatherElements, Reading::kPicked},
    {OpKind::kEmbeddingLookup, Reading::kPicked},
    {OpKind::kLookupTable, Reading::kPicked},
    {OpKind::kTranspose},
    {OpKind::kConcat},
    {OpKind::kSplit},
    {OpKind::kPack},
    {OpKind::kUnpack},
    {OpKind::kPad},
    {OpKind::kMirrorPad},
    {OpKind::kTile},
    {OpKind::kExpand},
    {OpKind::kReverse},
    {OpKind::kReverseSequence},
    {OpKind::kDepthToSpace},
    {OpKind::kSpaceToDepth},
    {OpKind::kBatchToSpace},
    {OpKind::kSpaceToBatch},
    {OpKind::kReorderLayout},
    {OpKind::kScatter},
    {OpKind::kScatterNd},
    {OpKind::kScatterElements},
    {OpKind::kDynamicUpdateSlice},
    {OpKind::kResizeNearest},
    {OpKind::kMaxUnpool},
    {OpKind::kWhere},
    {OpKind::kCompress},
    {OpKind::kNonZero},
    {OpKind::kUnique},
    {OpKind::kOneHot},
    {OpKind::kTriangular},
    {OpKind::kMatrixDiag},
    {OpKind::kCast},
    {OpKind::kFill},
    {OpKind::kDensify},
    {OpKind::kMap},
    {OpKind::kText},
    {OpKind::kImage},
    {OpKind::kPrint},
    {OpKind::kSampling},
});

}  // namespace

std::span<const Move> moves() {
    return kMoves;
}

}  // namespace netloupe::cost
