#include "reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "predicate_reader.h"
#include "table.h"

namespace netloupe::targets {

namespace {

/// Reads the parts of a target around its predicates.
class TargetReader {
public:
    explicit TargetReader(JsonDocument& document)
        : document_(document), root_(document), table_(std::make_shared<Table>()) {}

    Target read() {
        root_.expect_members({"$schema",       "id",
                              "title",         "runtime",
                              "source",        "asOf",
                              "reads",         "notes",
                              "deprecated",    "cutting",
                              "minNodes",      "maxPartitions",
                              "copies",        "channelMultiple",
                              "halfPrecision", "unlisted",
                              "groups",        "requires",
                              "operators",     "unsupported"});
        target_.id = root_.required("id").text();
        target_.title = root_.required("title").text();
        target_.source = root_.required("source").text();
        target_.as_of = root_.required("asOf").text();
        target_.reads = root_.required("reads").texts();
        if (auto runtime = root_.member("runtime")) target_.runtime = runtime->text();
        if (auto notes = root_.member("notes")) target_.notes = notes->texts();
        if (auto deprecated = root_.member("deprecated")) target_.deprecated = deprecated->text();
        if (auto channels = root_.member("channelMultiple")) target_.channel_multiple = count_of(*channels);
        if (auto half = root_.member("halfPrecision")) target_.half_precision = half->boolean();
        read_partitioning();
        read_groups();
        if (auto everywhere = root_.member("requires")) table_->everywhere = constraints(*everywhere);
        for (JsonValue& row : root_.required("operators").items()) read_row(row);
        if (auto unsupported = root_.member("unsupported")) {
            for (std::string& op : unsupported->texts()) table_->unsupported.insert(std::move(op));
        }
        target_.table = table_;
        return std::move(target_);
    }

private:
    void read_partitioning() {
        static constexpr std::array<std::string_view, 3> kCuttings{"delegate", "provider", "first-failure"};
        static constexpr std::array<std::string_view, 3> kMeanings{"unsupported", "unknown", "conditional"};
        if (auto cutting = root_.member("cutting"))
            target_.cutting = static_cast<Cutting>(choice_of(*cutting, kCuttings));
        if (auto unlisted = root_.member("unlisted"))
            target_.unlisted = static_cast<Unlisted>(choice_of(*unlisted, kMeanings));
        if (auto nodes = root_.member("minNodes")) target_.min_nodes = count_of(*nodes);
        if (auto partitions = root_.member("maxPartitions")) target_.max_partitions = count_of(*partitions);
        if (auto copies = root_.member("copies")) target_.copies = copies->boolean();
    }

    static uint32_t count_of(JsonValue& value) {
        return static_cast<uint32_t>(std::min<int64_t>(value.whole_number(), UINT32_MAX));
    }

    void read_groups() {
        auto groups = root_.member("groups");
        if (!groups) return;
        for (auto& [name, list] : groups->members()) groups_[name] = constraints(list);
    }

    void read_row(JsonValue& row) {
        row.expect_members({"op", "ops", "versions", "types", "uses", "requires"});
        const auto number = static_cast<uint32_t>(table_->rows.size());
        std::vector<JsonValue> names;
        if (auto list = row.member("ops")) names = list->items();
        if (const auto op = row.member("op")) names.push_back(*op);
        if (names.empty()) row.complain("A row needs \"op\" or \"ops\".");
        for (JsonValue& name : names) {
            const std::string op = name.text();
            if (!table_->row_of.try_emplace(op, number).second)
                name.complain(fmt::format("The operator {} is listed a second time.", op));
        }
        Row made;
        if (auto pair = row.member("versions")) made.constraints.push_back(versions(*pair));
        if (auto types = row.member("types")) made.constraints.push_back(activation_types(*types));
        if (auto uses = row.member("uses")) {
            for (JsonValue& name : uses->items()) use(name, made);
        }
        if (auto list_of_own = row.member("requires")) {
            const auto own = constraints(*list_of_own);
            made.constraints.insert(made.constraints.end(), own.begin(), own.end());
        }
        table_->rows.push_back(std::move(made));
    }

    void use(JsonValue& name, Row& row) {
        const auto group = groups_.find(name.text());
        if (group == groups_.end()) return name.complain("There is no group of that name.");
        row.constraints.insert(row.constraints.end(), group->second.begin(), group->second.end());
    }

    /// "versions": [1, 5]; null leaves an end open.
    uint32_t versions(JsonValue& pair) {
        auto ends = pair.items();
        if (ends.size() != 2) {
            pair.complain("\"versions\" must be [first, last], with null for an open end.");
            return 0;
        }
        Constraint made;
        made.topic = Topic::kVersion;
        Predicate check;
        check.kind = Predicate::Kind::kNumber;
        check.terms.emplace_back().kind = Term::Kind::kVersion;
        made.text = "operator version";
        if (!ends[0].is_null()) {
            check.min = add_literal(check, ends[0]);
            made.text += fmt::format(" {} or later", check.terms.back().literal);
        }
        if (!ends[1].is_null()) {
            check.max = add_literal(check, ends[1]);
            made.text +=
                fmt::format("{} at most {}", ends[0].is_null() ? "" : ",", check.terms.back().literal);
        }
        made.check = std::move(check);
        return add(std::move(made));
    }

    static uint32_t add_literal(Predicate& check, JsonValue& value) {
        check.terms.emplace_back().literal = static_cast<double>(value.whole_number());
        return static_cast<uint32_t>(check.terms.size() - 1);
    }

    /// "types": what all activations are of.
    uint32_t activation_types(JsonValue& list) {
        Constraint made;
        made.topic = Topic::kType;
        Predicate check;
        check.kind = Predicate::Kind::kType;
        check.of = {{Operands::Kind::kActivations, 0}};
        check.types = types_of(list);
        made.text = fmt::format("activations of {}", fmt::join(list.texts(), ", "));
        made.check = std::move(check);
        return add(std::move(made));
    }

    std::vector<uint32_t> constraints(JsonValue& list) {
        std::vector<uint32_t> numbers;
        for (JsonValue& item : list.items()) numbers.push_back(constraint(item));
        return numbers;
    }

    uint32_t constraint(JsonValue& json) {
        static constexpr std::array<std::string_view, 2> kOutcomes{"unsupported", "conditional"};
        static constexpr std::array<std::string_view, 9> kTopics{
            "other", "operator", "version", "type", "rank", "shape", "body", "quantization", "factor"};
        json.expect_members({"text", "when", "check", "else", "about"});
        Constraint made;
        made.text = json.required("text").text();
        if (auto when = json.member("when")) made.when = read_predicate(*when);
        if (auto check = json.member("check")) {
            made.check = read_predicate(*check);
            if (!document_.error()) made.topic = topic_of(*made.check);
        }
        if (auto topic = json.member("about")) made.topic = static_cast<Topic>(choice_of(*topic, kTopics));
        if (auto outcome = json.member("else")) made.soft = choice_of(*outcome, kOutcomes) == 1;
        return add(std::move(made));
    }

    uint32_t add(Constraint made) {
        table_->constraints.push_back(std::move(made));
        return static_cast<uint32_t>(table_->constraints.size() - 1);
    }

    JsonDocument& document_;
    JsonValue root_;
    Target target_;
    std::shared_ptr<Table> table_;
    std::unordered_map<std::string, std::vector<uint32_t>> groups_;
};

}  // namespace

Result<Target> read_target(JsonDocument& document) {
    Target target = TargetReader(document).read();
    if (document.error()) return std::unexpected(*document.error());
    return target;
}

}  // namespace netloupe::targets
