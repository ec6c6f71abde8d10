#include "lsp/session.h"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "containers/json_document.h"
#include "formats/reader.h"
#include "lsp/messages.h"
#include "ops/operator_schema.h"
#include "version.h"

namespace netloupe::lsp {

namespace {

constexpr uint64_t kProgressAfterMs = 200;
constexpr uint64_t kParentPollMs = 3000;
/// What background work may still take after the session has ended.
constexpr uint64_t kExitWithinMs = 2000;

/// The first model then finds the tables built and the pool's threads started.
void build_operator_tables() {
    find_operator(Dialect::kOnnx, {}, "Conv");
    find_operator(Dialect::kTflite, {}, "CONV_2D");
}

bool is_id(const Json& id) {
    return id.is_string() || id.is_number_integer();
}

}  // namespace

// Every request that is answered. Notifications are in on_notification().
const Session::Method Session::kMethods[] = {
    {"initialize", &Session::initialize, nullptr, {}},
    {"shutdown", &Session::shutdown, nullptr, {}},
    {"netloupe/open", &Session::open, nullptr, "Reading"},
    {"netloupe/close", &Session::close, nullptr, {}},
    {"netloupe/rule", &Session::rule, nullptr, {}},
    {"netloupe/recognise", &Session::recognise, nullptr, {}},
    {"netloupe/view", nullptr, answer_view, "Laying out"},
    {"netloupe/node", nullptr, answer_node, "Looking at a node of"},
    {"netloupe/tensor", nullptr, answer_tensor, "Looking at a tensor of"},
    {"netloupe/costs", nullptr, answer_costs, "Counting costs of", true},
    {"netloupe/overlay", nullptr, answer_overlay, "Counting costs of", true},
    {"netloupe/targets", nullptr, answer_targets, "Judging for a target", true},
    {"netloupe/targetChoices", nullptr, answer_target_choices, {}},
    {"netloupe/size", nullptr, answer_size, "Measuring"},
    {"netloupe/values", nullptr, answer_values, "Reading values of"},
    {"netloupe/quantization", nullptr, answer_quantization, "Reading scales of"},
    {"netloupe/model", nullptr, answer_model, "Summarizing"},
    {"netloupe/signature", nullptr, answer_signature, "Reading the signature of"},
    {"netloupe/code", nullptr, answer_code, "Writing code for"},
    {"netloupe/find", nullptr, answer_find, "Searching"},
    {"netloupe/tree", nullptr, answer_tree, "Listing"},
    {"netloupe/findings", nullptr, answer_findings, "Checking", true},
    {"netloupe/resolve", nullptr, answer_resolve, "Searching"},
};

Session::Session(uv_loop_t& loop)
    : loop_(loop),
      transport_(loop, {[this](const Framing::Frame& frame) { on_frame(frame); }, [this] { on_end(); }}),
      documents_(loop, {[this](const Document& document) {
                            notify("textDocument/publishDiagnostics", diagnostics_message(document));
                            publish_configuration(document);
                            tell_target_problem(document.target_problem);
                        },
                        [this](const Document& document) {
                            notify("netloupe/didChange",
                                   {{"uri", document.uri}, {"open", open_result(document)}});
                        }}) {}

void Session::on_frame(const Framing::Frame& frame) {
    if (frame.kind == Framing::Frame::Kind::kBadHeader)
        return send_error(nullptr, {RpcCode::kParseError, frame.text});
    if (frame.kind == Framing::Frame::Kind::kTooLong)
        return send_error(nullptr, {RpcCode::kInvalidRequest, frame.text});
    const auto message = parse_json(frame.text);
    if (!message)
        return send_error(
            nullptr, {RpcCode::kParseError, "The message is not valid JSON in UTF-8, or nests too deep."});
    on_message(*message);
}

void Session::on_message(const Json& message) {
    if (!message.is_object())
        return send_error(nullptr, {RpcCode::kInvalidRequest,
                                    "A message is a JSON object; batches are not "
                                    "part of the Language Server Protocol."});
    const Json id = message.value("id", Json());
    const bool has_id = message.contains("id");
    if (message.value("jsonrpc", Json()) != "2.0" || (has_id && !is_id(id)))
        return send_error(is_id(id) ? id : Json(),
                          {RpcCode::kInvalidRequest,
                           "A message has jsonrpc \"2.0\" and, when it wants an answer, an id that is a "
                           "number or a string."});
    const Json method = message.value("method", Json());
    if (!method.is_string()) {
        // The answer to a request of ours: we send none.
        if (has_id && (message.contains("result") || message.contains("error"))) return;
        return send_error(id, {RpcCode::kInvalidRequest, "A message has a method that is a string."});
    }
    const Json params = message.value("params", Json::object());
    if (has_id) {
        on_request(id, method.get<std::string>(), params);
    } else {
        on_notification(method.get<std::string>(), params);
    }
}

void Session::on_request(const Json& id, const std::string& method, const Json& params) {
    const auto* found = std::ranges::find(kMethods, method, &Method::name);
    if (phase_ == Phase::kNew && method != "initialize")
        return send_error(id, {RpcCode::kServerNotInitialized, "The first request must be initialize."});
    if (phase_ == Phase::kShutDown)
        return send_error(id, {RpcCode::kInvalidRequest, "After shutdown only exit is understood."});
    if (found == std::end(kMethods))
        return send_error(id, {RpcCode::kMethodNotFound, fmt::format("There is no method {}.", method)});
    if (std::ranges::any_of(pending_, [&id](const auto& entry) { return entry.second.id == id; }))
        return send_error(id, {RpcCode::kInvalidRequest, "A request of this id still waits for its answer."});
    const Ticket ticket = ++last_ticket_;
    Pending& pending = pending_[ticket];
    pending.id = id;
    pending.method = found->name;
    const Json token = params.is_object() ? params.value("workDoneToken", Json()) : Json();
    if (is_id(token) && !found->activity.empty()) {
        const Json uri = params.value("uri", Json());
        const auto path = uri.is_string() ? path_of_uri(uri.get<std::string>()) : std::nullopt;
        pending.progress_token = token;
        pending.progress_title = fmt::format(
            "{} {}", found->activity, path ? std::filesystem::path(*path).filename().string() : "a model");
        pending.progress_delay = std::make_unique<Timer>(loop_);
        pending.progress_delay->once(kProgressAfterMs, [this, ticket] { begin_progress(ticket); });
    }
    if (found->serve != nullptr) return (this->*found->serve)(ticket, params);
    query(ticket, *found, params);
}

void Session::on_notification(const std::string& method, const Json& params) {
    if (method == "exit") return finish(phase_ == Phase::kShutDown ? 0 : 1);
    if (method == "$/cancelRequest") return cancel(params);
    if (method == "workspace/didChangeConfiguration" && params.is_object())
        return configure(params.value("settings", Json()));
    // All others, `initialized` among them, ask nothing of this server.
}

void Session::on_end() {
    finish(phase_ == Phase::kShutDown ? 0 : 1);
}

void Session::initialize(Ticket ticket, const Json& params) {
    if (phase_ != Phase::kNew)
        return answer(ticket, rpc_fail(RpcCode::kInvalidRequest, "The server has been initialized already."));
    if (!params.is_object()) return answer(ticket, Params(params).refusal());
    phase_ = Phase::kRunning;
    const Json parent = params.value("processId", Json());
    if (parent.is_number_integer()) watch_parent(parent.get<int64_t>());
    configure(params.value("initializationOptions", Json()));
    answer(ticket, Json{{"capabilities", Json::object()},
                        {"serverInfo", {{"name", "netloupe"}, {"version", kVersion}}}});
    run_in_background(loop_, build_operator_tables, [] {});
}

/// Settings as the editor has them, {"bindings": {"batch": 1}, "targets": ["tflite-gpu"]}, maybe under
/// "netloupe"; those that are not named stay. What is no extent is ignored: a setting in the making is no
/// reason to complain.
void Session::configure(const Json& settings) {
    const Json* ours = &settings;
    if (settings.is_object() && settings.contains("netloupe")) ours = &settings["netloupe"];
    if (!ours->is_object()) return;
    EditorSettings set = documents_.settings();
    const Json bindings = ours->value("bindings", Json());
    if (bindings.is_object()) set.bindings.clear();
    if (bindings.is_object()) {
        for (const auto& [name, value] : bindings.items()) {
            if (value.is_number_integer() && value >= 0) set.bindings.push_back({name, value.get<int64_t>()});
        }
    }
    const Json targets = ours->value("targets", Json());
    if (targets.is_array()) set.targets.clear();
    if (targets.is_array()) {
        for (const Json& target : targets) {
            if (target.is_string()) set.targets.push_back(target.get<std::string>());
        }
    }
    documents_.set(std::move(set));
}

/// What is wrong with a configuration is told where it stands, once for all its models.
void Session::publish_configuration(const Document& document) {
    const std::string& path = document.configuration;
    forget_removed_configurations();
    if (path.empty()) return;
    const std::string problem = document.configuration_error ? document.configuration_error->text() : "";
    if (std::exchange(configuration_problems_[path], problem) == problem) return;
    notify("textDocument/publishDiagnostics", configuration_diagnostics(path, document.configuration_error));
}

/// Nothing is wrong with a file that is gone.
void Session::forget_removed_configurations() {
    std::erase_if(configuration_problems_, [this](const auto& known) {
        const auto& [path, problem] = known;
        std::error_code ignored;
        if (std::filesystem::exists(path, ignored)) return false;
        if (!problem.empty())
            notify("textDocument/publishDiagnostics", configuration_diagnostics(path, std::nullopt));
        return true;
    });
}

/// A setting has no place where a problem could be shown: a message tells it, once.
void Session::tell_target_problem(const std::string& problem) {
    constexpr int kErrorMessage = 1;
    if (std::exchange(target_problem_, problem) == problem || problem.empty()) return;
    notify("window/showMessage",
           {{"type", kErrorMessage}, {"message", to_utf8("The setting netloupe.targets: " + problem)}});
}

void Session::shutdown(Ticket ticket, const Json&) {
    phase_ = Phase::kShutDown;
    documents_.close_all();
    answer(ticket, Json());
}

void Session::open(Ticket ticket, const Json& json) {
    Params params(json);
    const std::string uri = params.text("uri");
    const auto path = path_of_uri(uri);
    if (!path) params.reject("uri", fmt::format("{} is no file: URI.", uri));
    if (params.failed()) return answer(ticket, params.refusal());
    documents_.open(uri, *path, ticket, [this, ticket](const DocumentPtr& document) {
        if (!document) return answer(ticket, rpc_fail(RpcCode::kRequestCancelled, "The model was closed."));
        answer(ticket, open_result(*document));
    });
}

void Session::close(Ticket ticket, const Json& json) {
    Params params(json);
    const auto path = path_of_uri(params.text("uri"));
    if (params.failed()) return answer(ticket, params.refusal());
    if (path) documents_.close(*path);
    answer(ticket, Json());
}

void Session::rule(Ticket ticket, const Json& params) {
    answer(ticket, answer_rule(Params(params)));
}

void Session::recognise(Ticket ticket, const Json& json) {
    Params params(json);
    const std::string uri = params.text("uri");
    if (params.failed()) return answer(ticket, params.refusal());
    const auto sure = std::make_shared<bool>(false);
    run_in_background(
        loop_,
        [sure, path = path_of_uri(uri)] {
            *sure = path && netloupe::recognise(*path) == FormatReader::Match::kSure;
        },
        [this, ticket, sure] { answer(ticket, Json{{"model", *sure}}); });
}

void Session::query(Ticket ticket, const Method& method, const Json& json) {
    Params params(json);
    const std::string uri = params.text("uri");
    if (params.failed()) return answer(ticket, params.refusal());
    const auto path = path_of_uri(uri);
    const auto ready = [this, ticket, handler = method.query, json](const DocumentPtr& document) {
        run_query(ticket, handler, document, json);
    };
    const bool complete = method.checked && params.flag("complete");
    const auto when = complete         ? &Documents::when_complete
                      : method.checked ? &Documents::when_checked
                                       : &Documents::when_read;
    if (!path || !(documents_.*when)(*path, ticket, ready))
        answer(ticket, rpc_fail(RpcCode::kRequestFailed,
                                fmt::format("{} is not open; send netloupe/open first.", uri)));
}

void Session::run_query(Ticket ticket, QueryHandler handler, const DocumentPtr& document, const Json& json) {
    const auto waiting = pending_.find(ticket);
    if (waiting == pending_.end()) return;
    if (!document) return answer(ticket, rpc_fail(RpcCode::kRequestCancelled, "The model was closed."));
    if (!document->model) return answer(ticket, rpc_fail(RpcCode::kRequestFailed, document->error->message));
    const auto result = std::make_shared<Answer>();
    run_in_background(
        loop_,
        [result, handler, document, json, cancel = waiting->second.cancel.token()] {
            const Model& model = *document->model;
            Query query{*document, model, infer::KnownTypes(model, document->shapes.get()), Params(json),
                        cancel};
            *result = handler(query);
        },
        [this, ticket, result, document] {
            if (documents_.is_current(*document)) return answer(ticket, std::move(*result));
            answer(ticket, rpc_fail(RpcCode::kContentModified, "The file changed meanwhile."));
        });
}

void Session::cancel(const Json& params) {
    const Json id = params.is_object() ? params.value("id", Json()) : Json();
    for (auto& [ticket, pending] : pending_) {
        if (pending.id != id) continue;
        const Ticket cancelled = ticket;
        pending.cancel.cancel();
        documents_.forget(cancelled);
        return answer(cancelled, rpc_fail(RpcCode::kRequestCancelled, "The request was cancelled."));
    }
}

void Session::watch_parent(int64_t process_id) {
    parent_watch_ = std::make_unique<Timer>(loop_);
    parent_watch_->every(kParentPollMs, [this, process_id] {
        if (kill(static_cast<pid_t>(process_id), 0) != 0 && errno == ESRCH) finish(1);
    });
}

void Session::begin_progress(Ticket ticket) {
    const auto found = pending_.find(ticket);
    if (found == pending_.end()) return;
    Pending& pending = found->second;
    pending.progress_begun = true;
    notify("$/progress",
           {{"token", pending.progress_token},
            {"value", {{"kind", "begin"}, {"title", pending.progress_title}, {"cancellable", true}}}});
}

/// Does nothing when the request was answered before, by its cancellation.
void Session::answer(Ticket ticket, Answer answer) {
    const auto found = pending_.find(ticket);
    if (found == pending_.end()) return;
    const Pending pending = std::move(found->second);
    pending_.erase(found);
    if (pending.progress_begun)
        notify("$/progress", {{"token", pending.progress_token}, {"value", {{"kind", "end"}}}});
    if (!answer) return send_error(pending.id, std::move(answer.error()));
    transport_.send({{"jsonrpc", "2.0"}, {"id", pending.id}, {"result", std::move(*answer)}});
}

void Session::send_error(const Json& id, RpcError error) {
    transport_.send(
        {{"jsonrpc", "2.0"},
         {"id", id},
         {"error", {{"code", static_cast<int>(error.code)}, {"message", std::move(error.message)}}}});
}

void Session::notify(std::string_view method, Json params) {
    transport_.send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

/// Lets go of everything that keeps the loop running.
void Session::finish(int exit_code) {
    if (std::exchange(phase_, Phase::kFinished) == Phase::kFinished) return;
    exit_code_ = exit_code;
    for (auto& [ticket, pending] : pending_) pending.cancel.cancel();
    transport_.close();
    documents_.close_all();
    pending_.clear();
    parent_watch_.reset();
    deadline_ = std::make_unique<Timer>(loop_);
    deadline_->once(kExitWithinMs, [exit_code] { _exit(exit_code); });
    deadline_->unreference();
}

int run_language_server() {
    signal(SIGPIPE, SIG_IGN);  // An editor that is gone is seen at its closed pipe.
    uv_loop_t loop;
    uv_loop_init(&loop);
    int exit_code = 1;
    {
        Session session(loop);
        std::string problem;
        if (session.start(problem)) {
            uv_run(&loop, UV_RUN_DEFAULT);
            exit_code = session.exit_code();
        } else {
            fmt::print(stderr, "{}\n", problem);
            exit_code = 2;
        }
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    return exit_code;
}

}  // namespace netloupe::lsp
