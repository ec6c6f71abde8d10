#pragma once

#include "groups.h"
#include "part.h"

namespace netloupe::layout {

/// Gives every box its rank, so that arcs lead to higher ranks and are short: the longest path first, then
/// boxes and groups of boxes that hang together move to where the weighted length of their arcs is least.
class Ranker {
public:
    /// Fills `ranks`; the first rank is 0.
    void run(const Part& part, std::vector<int32_t>& ranks, const CancelToken& cancel);

private:
    bool settle_boxes(const Part& part, std::vector<int32_t>& ranks) const;
    bool shift_groups(const Part& part, std::vector<int32_t>& ranks, bool down);
    void find_groups(const Part& part, const std::vector<int32_t>& ranks);

    Groups joined_;
    std::vector<uint32_t> group_;  ///< Per box, the group of boxes whose arcs cannot be shorter.
    std::vector<double> pull_;     ///< Per group, weight of arcs leaving minus weight of arcs entering.
    std::vector<int32_t> room_;    ///< Per group, how far it can move.
};

}  // namespace netloupe::layout
