#pragma once

#include <uv.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/cancellation.h"
#include "lsp/documents.h"
#include "lsp/query.h"
#include "lsp/rpc.h"
#include "lsp/transport.h"

namespace netloupe::lsp {

/// One conversation with an editor, from `initialize` to `exit`: answers every request exactly once, in the
/// order in which answers are ready, and never blocks the loop's thread.
class Session {
public:
    explicit Session(uv_loop_t& loop);

    /// False when standard input and output cannot be used.
    bool start(std::string& problem) { return transport_.start(problem); }
    /// After the loop has ended.
    [[nodiscard]] int exit_code() const { return exit_code_; }

private:
    /// Names a request while it waits for its answer.
    using Ticket = uint64_t;
    struct Pending {
        Json id;
        std::string_view method;
        CancelSource cancel;
        Json progress_token;  ///< Null when the client wants no progress.
        std::string progress_title;
        std::unique_ptr<Timer> progress_delay;
        bool progress_begun = false;
    };
    /// How a request is served: `serve` on the loop's thread, or `query` on the pool once its document is
    /// read, or checked; wholly where the params say "complete".
    struct Method {
        std::string_view name;
        void (Session::*serve)(Ticket ticket, const Json& params) = nullptr;
        QueryHandler query = nullptr;
        std::string_view activity;  ///< Progress title.
        bool checked = false;       ///< The query needs costs.
    };
    static const Method kMethods[];

    void on_frame(const Framing::Frame& frame);
    void on_message(const Json& message);
    void on_request(const Json& id, const std::string& method, const Json& params);
    void on_notification(const std::string& method, const Json& params);
    void on_end();

    void initialize(Ticket ticket, const Json& params);
    void shutdown(Ticket ticket, const Json& params);
    void open(Ticket ticket, const Json& params);
    void close(Ticket ticket, const Json& params);
    void rule(Ticket ticket, const Json& params);
    void recognise(Ticket ticket, const Json& params);
    void query(Ticket ticket, const Method& method, const Json& params);
    void run_query(Ticket ticket, QueryHandler handler, const DocumentPtr& document, const Json& params);

    void cancel(const Json& params);
    void configure(const Json& settings);
    void publish_configuration(const Document& document);
    void forget_removed_configurations();
    void tell_target_problem(const std::string& problem);
    void watch_parent(int64_t process_id);
    void begin_progress(Ticket ticket);
    void answer(Ticket ticket, Answer answer);
    void send_error(const Json& id, RpcError error);
    void notify(std::string_view method, Json params);
    void finish(int exit_code);

    enum class Phase { kNew, kRunning, kShutDown, kFinished };

    uv_loop_t& loop_;
    Transport transport_;
    Documents documents_;
    std::map<std::string, std::string> configuration_problems_;  ///< As last told, by path.
    std::string target_problem_;                                 ///< As last told.
    std::map<Ticket, Pending> pending_;
    Ticket last_ticket_ = 0;
    std::unique_ptr<Timer> parent_watch_;
    std::unique_ptr<Timer> deadline_;
    Phase phase_ = Phase::kNew;
    int exit_code_ = 1;
};

/// `netloupe lsp`: runs a session over standard input and output, returns the exit code.
int run_language_server();

}  // namespace netloupe::lsp
