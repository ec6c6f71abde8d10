#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "context.h"

namespace netloupe::lint {

namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// Letters, digits and the like from there on.
size_t word_length(std::string_view text) {
    size_t length = 0;
    while (length < text.size() && is_word(text[length])) ++length;
    return length;
}

/// What tokens of services begin with, and how long they are at least.
struct Token {
    std::string_view prefix;
    size_t least;
    std::string_view of;
};
constexpr std::array<Token, 9> kTokens = {{
    {"hf_", 30, "a token of Hugging Face"},
    {"ghp_", 40, "a token of GitHub"},
    {"gho_", 40, "a token of GitHub"},
    {"ghs_", 40, "a token of GitHub"},
    {"github_pat_", 50, "a token of GitHub"},
    {"glpat-", 20, "a token of GitLab"},
    {"AKIA", 20, "a key of Amazon Web Services"},
    {"ASIA", 20, "a key of Amazon Web Services"},
    {"xoxb-", 24, "a token of Slack"},
}};

std::string_view token_in(std::string_view text) {
    for (const Token& token : kTokens) {
        for (size_t at = text.find(token.prefix); at != std::string_view::npos;
             at = text.find(token.prefix, at + 1)) {
            const bool begins = at == 0 || !is_word(text[at - 1]);
            if (begins && word_length(text.substr(at)) >= token.least) return token.of;
        }
    }
    return {};
}

/// "https://user:password@host".
bool has_credentials(std::string_view text) {
    for (size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 1)) {
        const std::string_view rest = text.substr(at + 3);
        const std::string_view authority = rest.substr(0, rest.find_first_of("/?# \t\r\n\"'<>"));
        const size_t sign = authority.find('@');
        const size_t colon = authority.find(':');
        if (sign != std::string_view::npos && colon < sign && colon > 0 && colon + 1 < sign) return true;
    }
    return false;
}

/// Accounts of machines that everybody uses say nothing of anybody.
bool is_nobody(std::string_view user) {
    static constexpr std::array<std::string_view, 8> kShared{"runner", "user",   "root",   "Public",
                                                             "Shared", "docker", "jovyan", "ubuntu"};
    return user.empty() || std::ranges::find(kShared, user) != kShared.end();
}

/// Whose home folder the text names.
std::string_view home_in(std::string_view text) {
    static constexpr std::array<std::string_view, 4> kHomes{"/home/", "/Users/", ":\\Users\\", ":/Users/"};
    for (const std::string_view home : kHomes) {
        for (size_t at = text.find(home); at != std::string_view::npos; at = text.find(home, at + 1)) {
            // Only where a path begins.
            if (home[0] == '/' && at > 0 && (is_word(text[at - 1]) || text[at - 1] == '.')) continue;
            const std::string_view rest = text.substr(at + home.size());
            const std::string_view user = rest.substr(0, word_length(rest));
            const bool has_more =
                user.size() < rest.size() && (rest[user.size()] == '/' || rest[user.size()] == '\\');
            if (has_more && !is_nobody(user)) return user;
        }
    }
    return {};
}

/// Looks through all texts that tools write beside the network. Each kind of secret is told once, where it
/// is found first.
class Search {
public:
    explicit Search(const Model& model) : model_(model) {}

    struct Found {
        std::string what;
        GraphId graph;
        NodeId node;
        size_t times = 0;
    };

    std::map<std::string, Found> run() {
        look(model_.producer, "the producer");
        look(model_.description, "the description");
        look_at(model_.model_metadata, "the metadata");
        for (const Attachment& attachment : model_.attachments)
            look(model_.text(attachment.text), "an attached file");
        for (size_t g = 0; g < model_.graphs.size(); ++g) look_at(GraphId(g));
        return std::move(found_);
    }

private:
    void look_at(GraphId id) {
        graph_ = id;
        const Graph& graph = model_.graph(id);
        look(model_.text(graph.doc), "the description of a graph");
        look_at(graph.metadata, "the metadata of a graph");
        for (size_t n = 0; n < graph.nodes.size(); ++n) {
            node_ = NodeId(n);
            look(model_.text(graph.nodes[n].doc), "the description of a node");
            look_at(graph.nodes[n].metadata, "the metadata of a node");
        }
        node_ = {};
        for (const Tensor& tensor : graph.tensors) {
            look(model_.text(tensor.doc), "the description of a tensor");
            look_at(tensor.metadata, "the metadata of a tensor");
        }
    }

    void look_at(Range entries, std::string_view where) {
        for (const KeyValue& entry : model_.metadata_of(entries)) look(model_.text(entry.value), where);
    }

    void look(std::string_view text, std::string_view where) {
        if (text.empty()) return;
        if (const std::string_view token = token_in(text); !token.empty()) add(std::string(token), where);
        if (has_credentials(text)) add("a name and password in an address", where);
        if (const std::string_view user = home_in(text); !user.empty())
            add(fmt::format("a path into the home folder of \"{}\"", user), where);
    }

    void add(const std::string& what, std::string_view where) {
        const auto [place, added] = found_.try_emplace(what);
        ++place->second.times;
        if (added) place->second = {fmt::format("In {} stands {}", where, what), graph_, node_, 1};
    }

    const Model& model_;
    GraphId graph_;
    NodeId node_;
    std::map<std::string, Found> found_;
};

void check(Context& context) {
    for (const auto& [what, found] : Search(context.model()).run()) {
        context.report({
            .severity = context.severity(),
            .message = fmt::format("{}{}: whoever gets the model gets it too.", found.what,
                                   found.times == 1 ? "" : fmt::format(" ({} times)", found.times)),
            .fix = "Remove it from the file before it is published; make a token invalid that has been.",
            .graph = found.graph,
            .node = found.node,
        });
    }
}

}  // namespace

extern const Rule x11_secrets_in_metadata;
const Rule x11_secrets_in_metadata{
    .id = "X11",
    .name = "secrets-in-metadata",
    .summary = "Texts in the file give away what is nobody's business.",
    .severity = Severity::kWarning,
    .formats = kAllFormats,
    .subject = Subject::kFile,
    .documentation =
        {
            .what = "Looks through descriptions, metadata and attached texts for tokens of services (Hugging "
                    "Face, GitHub, GitLab, Amazon Web Services, Slack), addresses with a name and password, "
                    "and paths into somebody's home folder. The token itself is not repeated.",
            .why = "Exporters write the command line, the source lines and the paths of the training into "
                   "the model. A token in a published file is found by machines within minutes.",
            .not_a_problem = "Accounts of build machines (runner, root, ubuntu). A file that stays in the "
                             "house.",
            .fix = "Remove it before publishing; make a token invalid that has been published.",
            .example = "A node's `pkg.torch.onnx.stack_trace` with `/home/maria/secret-project/train.py`.",
            .source = "https://docs.github.com/en/code-security/secret-scanning",
        },
    .check = check,
};

}  // namespace netloupe::lint
