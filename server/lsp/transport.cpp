#include "lsp/transport.h"

#include <unistd.h>

#include <array>
#include <string_view>
#include <utility>

namespace netloupe::lsp {

struct Transport::Streams {
    uv_pipe_t input{};
    uv_pipe_t output{};
    std::array<char, 64U << 10> buffer{};
    Transport* owner = nullptr;
    int open_handles = 2;

    static void close(uv_handle_t* handle) {
        uv_close(handle, [](uv_handle_t* closed) {
            auto* streams = static_cast<Streams*>(closed->data);
            if (--streams->open_handles == 0) delete streams;
        });
    }
};

namespace {

struct Write {
    uv_write_t request{};
    std::string bytes;
};

/// libuv ends the process when it is to wait for a file.
bool can_be_waited_for(uv_file file) {
    const uv_handle_type type = uv_guess_handle(file);
    return type == UV_NAMED_PIPE || type == UV_TCP || type == UV_TTY;
}

}  // namespace

Transport::Transport(uv_loop_t& loop, Handlers handlers)
    : loop_(loop), handlers_(std::move(handlers)), streams_(new Streams) {
    uv_pipe_init(&loop_, &streams_->input, 0);
    uv_pipe_init(&loop_, &streams_->output, 0);
    streams_->owner = this;
    streams_->input.data = streams_;
    streams_->output.data = streams_;
}

Transport::~Transport() {
    close();
}

bool Transport::start(std::string& problem) {
    problem = "netloupe lsp is started by an editor, which speaks to it over pipes: ";
    if (!can_be_waited_for(STDIN_FILENO) || !can_be_waited_for(STDOUT_FILENO)) {
        problem += "standard input or output is a file.";
        return false;
    }
    int error = uv_pipe_open(&streams_->input, STDIN_FILENO);
    if (error == 0) error = uv_pipe_open(&streams_->output, STDOUT_FILENO);
    if (error == 0) {
        error = uv_read_start(
            reinterpret_cast<uv_stream_t*>(&streams_->input),
            [](uv_handle_t* handle, size_t, uv_buf_t* buffer) {
                auto& bytes = static_cast<Streams*>(handle->data)->buffer;
                *buffer = uv_buf_init(bytes.data(), static_cast<unsigned>(bytes.size()));
            },
            &Transport::on_read);
    }
    if (error != 0) problem += std::string(uv_strerror(error)) + ".";
    return error == 0;
}

void Transport::on_read(uv_stream_t* stream, ssize_t count, const uv_buf_t* buffer) {
    Transport* self = static_cast<Streams*>(stream->data)->owner;
    if (self == nullptr || self->closed_) return;
    if (count < 0) {
        uv_read_stop(stream);
        self->handlers_.on_end();
        return;
    }
    self->framing_.feed(std::string_view(buffer->base, static_cast<size_t>(count)));
    while (!self->closed_) {
        auto frame = self->framing_.next();
        if (!frame) break;
        self->handlers_.on_frame(std::move(*frame));
    }
}

void Transport::send(const Json& message) {
    if (closed_) return;
    auto* write = new Write;
    write->bytes = frame(message.dump(-1, ' ', false, Json::error_handler_t::replace));
    write->request.data = write;
    const uv_buf_t buffer = uv_buf_init(write->bytes.data(), static_cast<unsigned>(write->bytes.size()));
    const int error = uv_write(&write->request, reinterpret_cast<uv_stream_t*>(&streams_->output), &buffer, 1,
                               [](uv_write_t* request, int) { delete static_cast<Write*>(request->data); });
    if (error != 0) delete write;
}

void Transport::close() {
    if (closed_) return;
    closed_ = true;
    streams_->owner = nullptr;
    Streams::close(reinterpret_cast<uv_handle_t*>(&streams_->input));
    // Shutting down first lets what is queued be written.
    auto* shutdown = new uv_shutdown_t;
    const int error = uv_shutdown(shutdown, reinterpret_cast<uv_stream_t*>(&streams_->output),
                                  [](uv_shutdown_t* request, int) {
                                      Streams::close(reinterpret_cast<uv_handle_t*>(request->handle));
                                      delete request;
                                  });
    if (error == 0) return;
    delete shutdown;
    Streams::close(reinterpret_cast<uv_handle_t*>(&streams_->output));
}

}  // namespace netloupe::lsp
