#include "server/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace netloupe::testing {

namespace {

constexpr std::chrono::seconds kPatience{120};

struct Pipe {
    int read = -1;
    int write = -1;

    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) == 0) {
            read = ends[0];
            write = ends[1];
        }
    }
};

/// Forks and becomes netloupe; -1 stays as it is.
pid_t start(const std::vector<std::string>& arguments, const std::vector<std::string>& environment, int in,
            int out, int err) {
    const pid_t process = fork();
    if (process != 0) return process;
    if (in >= 0) dup2(in, STDIN_FILENO);
    if (out >= 0) dup2(out, STDOUT_FILENO);
    if (err >= 0) dup2(err, STDERR_FILENO);
    for (const std::string& variable : environment) putenv(strdup(variable.c_str()));
    std::vector<char*> argv{const_cast<char*>(NETLOUPE_BINARY)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(NETLOUPE_BINARY, argv.data());
    _exit(127);
}

int exit_code_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "netloupe-XXXXXX").string();
    path_ = mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder() {
    std::filesystem::remove_all(path_);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& content) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
}

Server::Server() {
    signal(SIGPIPE, SIG_IGN);
    const Pipe in;
    const Pipe out;
    process_ = start({"lsp"}, {}, in.read, out.write, -1);
    close(in.read);
    close(out.write);
    input_ = in.write;
    output_ = out.read;
}

Server::~Server() {
    close_input();
    close(output_);
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
}

void Server::send_bytes(const std::string& bytes) {
    size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t count = write(input_, bytes.data() + sent, bytes.size() - sent);
        if (count <= 0) {
            ADD_FAILURE() << "The server reads no more.";
            return;
        }
        sent += static_cast<size_t>(count);
    }
}

void Server::send(const Json& message) {
    const std::string body = message.dump();
    send_bytes("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

bool Server::fill(std::chrono::milliseconds time) {
    pollfd waiting{output_, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(time.count())) <= 0) return false;
    std::array<char, 65536> bytes{};
    const ssize_t count = read(output_, bytes.data(), bytes.size());
    if (count <= 0) return false;
    buffer_.append(bytes.data(), static_cast<size_t>(count));
    return true;
}

std::optional<Json> Server::take_message() {
    constexpr std::string_view kHeader = "Content-Length: ";
    const size_t end = buffer_.find("\r\n\r\n");
    if (end == std::string::npos) return std::nullopt;
    EXPECT_TRUE(buffer_.starts_with(kHeader)) << buffer_.substr(0, end);
    const size_t length = std::stoul(buffer_.substr(kHeader.size()));
    if (buffer_.size() < end + 4 + length) return std::nullopt;
    Json message = Json::parse(buffer_.substr(end + 4, length), nullptr, false);
    EXPECT_FALSE(message.is_discarded());
    buffer_.erase(0, end + 4 + length);
    return message;
}

bool Server::has_message(std::chrono::milliseconds time) {
    const auto until = std::chrono::steady_clock::now() + time;
    while (true) {
        const std::string before = buffer_;
        if (take_message()) {
            buffer_ = before;
            return true;
        }
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        if (left.count() <= 0 || !fill(left)) return false;
    }
}

Json Server::receive() {
    while (true) {
        if (auto message = take_message()) return std::move(*message);
        if (!fill(kPatience)) {
            ADD_FAILURE() << "No message came.";
            return {};
        }
    }
}

Json Server::receive_notification(const std::string& method) {
    while (true) {
        Json message = receive();
        if (message.is_null() || message.value("method", "") == method) return message;
    }
}

Json Server::receive_answer(const Json& id) {
    while (true) {
        Json message = receive();
        if (message.is_null() || (message.contains("id") && message["id"] == id)) return message;
    }
}

Json Server::request(const std::string& method, const Json& params) {
    const int id = ++last_id_;
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    return receive_answer(id);
}

void Server::notify(const std::string& method, const Json& params) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void Server::initialize() {
    const Json answer = request("initialize", {{"processId", nullptr}, {"capabilities", Json::object()}});
    EXPECT_TRUE(answer.contains("result")) << answer;
    notify("initialized", Json::object());
}

void Server::close_input() {
    if (input_ >= 0) close(input_);
    input_ = -1;
}

std::optional<int> Server::wait() {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < until) {
        int status = 0;
        if (waitpid(process_, &status, WNOHANG) == process_) {
            process_ = -1;
            return exit_code_of(status);
        }
        fill(std::chrono::milliseconds(10));
    }
    return std::nullopt;
}

size_t Server::peak_bytes() const {
    std::ifstream status("/proc/" + std::to_string(process_) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::stoul(line.substr(6)) * 1024;
    }
    return 0;
}

Ran run(const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
        const std::string& input) {
    const TemporaryFolder folder;
    const std::string out = folder.write("out", "");
    const std::string err = folder.write("err", "");
    const int out_file = open(out.c_str(), O_WRONLY | O_CLOEXEC);
    const int err_file = open(err.c_str(), O_WRONLY | O_CLOEXEC);
    const int in_file = input.empty() ? -1 : open(input.c_str(), O_RDONLY | O_CLOEXEC);
    const pid_t process = start(arguments, environment, in_file, out_file, err_file);
    int status = 0;
    waitpid(process, &status, 0);
    if (in_file >= 0) close(in_file);
    close(out_file);
    close(err_file);
    const auto content = [](const std::string& path) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    };
    return {exit_code_of(status), content(out), content(err)};
}

std::string uri_of(const std::string& path) {
    return "file://" + path;
}

}  // namespace netloupe::testing
