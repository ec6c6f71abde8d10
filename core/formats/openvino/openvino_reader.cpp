#include <algorithm>
#include <array>
#include <filesystem>
#include <unordered_map>

#include "base/byte_cursor.h"
#include "base/text.h"
#include "formats/openvino.h"
#include "network_reader.h"
#include "quantization.h"

namespace netloupe {

namespace openvino {

namespace {

/// The name that tools give to the version of what made the file, newest form first.
std::string producer_of(const pugi::xml_node& network) {
    for (const char* section : {"rt_info", "meta_data"}) {
        const pugi::xml_node info = network.child(section);
        const std::string_view made_by = info.child("MO_version").attribute("value").value();
        if (!made_by.empty()) return "Model Optimizer " + std::string(made_by);
        const std::string_view runtime = info.child("Runtime_version").attribute("value").value();
        if (!runtime.empty()) return "OpenVINO " + std::string(runtime);
    }
    return {};
}

/// All parts say the same: "0.5" of "0.5, 0.5, 0.5"; the text itself otherwise.
std::string_view common_part(std::string_view text) {
    const std::string_view first = trimmed(text.substr(0, text.find(',')));
    const bool same = for_each_part(text, ',', [&](std::string_view part) { return part == first; });
    return same ? first : trimmed(text);
}

class Reader {
public:
    Reader(Model& model, const XmlText& xml, const CancelToken& cancel)
        : reading_(model, xml, cancel), model_(model), network_(xml.root()) {}

    Result<void> read() {
        const std::string_view version = Reading::text(network_, "version");
        reading_.version = parse_number<int64_t>(version).value_or(0);
        reading_.precision = Reading::text(network_, "precision");
        model_.format = Format::kOpenvino;
        model_.format_name = kOpenVinoReader.name;
        if (!version.empty()) model_.format_version = "v" + std::string(version);
        model_.producer = producer_of(network_);
        if (!network_.child("layers")) {
            return fail(ErrorCode::kCorrupt, "The network has no layers: its element <layers> is not there.");
        }
        read_network(reading_, network_, NetworkPlace());
        if (reading_.cancel.cancelled()) return fail(ErrorCode::kCancelled, "Reading was cancelled.");
        read_metadata();
        read_statistics();
        if (const auto& damage = reading_.xml.damage()) {
            model_.damages.insert(model_.damages.begin(), {*damage, GraphId(0U), {}, {}});
        }
        reading_.external.report(model_);
        for (Graph& graph : model_.graphs) connect(model_, graph);
        attach_quantization(model_);
        return {};
    }

private:
    void read_metadata() {
        std::vector<KeyValue> entries;
        if (const std::string_view batch = Reading::text(network_, "batch"); !batch.empty()) {
            entries.push_back({reading_.intern("batch"), reading_.intern(batch)});
        }
        for (const pugi::xml_node child : network_.children()) {
            const std::string_view name = child.name();
            if (name == "layers" || name == "edges" || name == "statistics") continue;
            // What the file calls runtime information and metadata needs no name before its entries.
            const bool is_plain = name == "rt_info" || name == "meta_data";
            reading_.flatten(child, is_plain ? std::string() : std::string(name), entries);
        }
        model_.model_metadata = reading_.keep(entries);
    }

    /// Ranges of the values of layers, which calibration of the older versions measured.
    void read_statistics() {
        const pugi::xml_node statistics = network_.child("statistics");
        if (!statistics) return;
        Graph& graph = model_.graphs[0];
        std::unordered_map<StringId, size_t> by_name;
        for (size_t i = 0; i < graph.tensors.size(); ++i) by_name.try_emplace(graph.tensors[i].name, i);
        for (const pugi::xml_node layer : statistics.children("layer")) {
            const StringId name = model_.strings.find(trimmed(layer.child("name").child_value()));
            const auto found = name.valid() ? by_name.find(name) : by_name.end();
            if (found == by_name.end()) continue;
            Tensor& tensor = graph.tensors[found->second];
            const auto own = model_.metadata_of(tensor.metadata);
            std::vector<KeyValue> entries(own.begin(), own.end());
            for (const char* end : {"min", "max"}) {
                const std::string_view value = common_part(layer.child(end).child_value());
                entries.push_back(
                    {reading_.intern(std::string("calibrated_") + end), reading_.intern(value)});
            }
            tensor.metadata = reading_.keep(entries);
        }
    }

    Reading reading_;
    Model& model_;
    const pugi::xml_node network_;
};

/// The name of the first element, after declarations and comments; and what of it is in `head`.
std::string_view first_element(std::string_view text) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    while (true) {
        text = trimmed(text);
        if (!text.starts_with('<')) return {};
        const bool is_comment = text.starts_with("<!--");
        if (!is_comment && !text.starts_with("<?") && !text.starts_with("<!")) return text;
        // A document type may declare entities in brackets.
        const bool declares =
            !is_comment && text.substr(0, text.find('>')).find('[') != std::string_view::npos;
        const std::string_view close = is_comment ? "-->" : declares ? "]>" : ">";
        const size_t end = text.find(close);
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + close.size());
    }
}

FormatReader::Match sniff(const Glance& file) {
    constexpr std::string_view kElement = "<net";
    std::string_view text = first_element(as_text(file.head));
    if (!text.starts_with(kElement)) return FormatReader::Match::kNo;
    text.remove_prefix(kElement.size());
    if (text.empty() || !is_blank(text[0])) return FormatReader::Match::kNo;
    return text.find("<layers") != std::string_view::npos ? FormatReader::Match::kSure
                                                          : FormatReader::Match::kMaybe;
}

Result<void> read(Model& model, const CancelToken& cancel) {
    const auto xml = XmlText::parse(model.files[0].bytes());
    if (!xml) return std::unexpected(xml.error());
    return Reader(model, *xml, cancel).read();
}

/// The network of the weights "m.bin" is "m.xml".
std::string model_of(const std::string& path) {
    std::filesystem::path network(path);
    return network.extension() == ".bin" ? network.replace_extension(".xml").string() : std::string();
}

constexpr auto kShared = std::to_array<std::string_view>({".xml", ".bin"});

}  // namespace

}  // namespace openvino

const FormatReader kOpenVinoReader = {
    .name = "OpenVINO IR",
    .endings = {.own = {}, .text = {}, .shared = openvino::kShared},
    .sniff = openvino::sniff,
    .read = openvino::read,
    .model_of = openvino::model_of,
};

}  // namespace netloupe
