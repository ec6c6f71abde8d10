#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace netloupe::testing {

using Json = nlohmann::ordered_json;

/// A folder that goes away with its test.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    /// Writes a file and returns its path.
    std::string write(const std::string& name, const std::string& content) const;
    [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

/// The real `netloupe lsp`, spoken to over pipes.
class Server {
public:
    Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();

    void send_bytes(const std::string& bytes);
    void send(const Json& message);
    /// The next message; a null that fails the test when none comes within two minutes.
    Json receive();
    /// The next message of that method, or answer to that id; others before it are dropped.
    Json receive_notification(const std::string& method);
    Json receive_answer(const Json& id);
    /// Whether a message waits to be read within that time.
    bool has_message(std::chrono::milliseconds time);

    /// Sends a request and returns its whole answer.
    Json request(const std::string& method, const Json& params);
    void notify(const std::string& method, const Json& params);
    /// `initialize` and `initialized`.
    void initialize();

    void close_input();
    /// Exit code, when it ends within two minutes.
    std::optional<int> wait();
    [[nodiscard]] pid_t process() const { return process_; }
    /// The most memory that the process has held so far.
    [[nodiscard]] size_t peak_bytes() const;

private:
    bool fill(std::chrono::milliseconds time);
    std::optional<Json> take_message();

    pid_t process_ = -1;
    int input_ = -1;
    int output_ = -1;
    std::string buffer_;
    int last_id_ = 0;
};

/// What a command printed and how it ended.
struct Ran {
    int code = -1;
    std::string out;
    std::string err;
};
/// Runs `netloupe` with these arguments, and with the file as its standard input where one is named.
Ran run(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {},
        const std::string& input = {});

std::string uri_of(const std::string& path);

}  // namespace netloupe::testing
