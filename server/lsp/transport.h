#pragma once

#include <uv.h>

#include <functional>
#include <memory>
#include <string>

#include "lsp/framing.h"
#include "lsp/rpc.h"

namespace netloupe::lsp {

/// Messages in over standard input, out over standard output, in the order in which they are sent.
class Transport {
public:
    struct Handlers {
        std::function<void(Framing::Frame)> on_frame;
        std::function<void()> on_end;  ///< The other side closed its end.
    };

    Transport(uv_loop_t& loop, Handlers handlers);
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    ~Transport();

    /// False, with a message in `problem`, when standard input or output is not a pipe.
    bool start(std::string& problem);
    void send(const Json& message);
    /// Reads no more; what was sent is still written.
    void close();

private:
    struct Streams;

    static void on_read(uv_stream_t* stream, ssize_t count, const uv_buf_t* buffer);

    uv_loop_t& loop_;
    Handlers handlers_;
    Framing framing_;
    Streams* streams_;  ///< Freed by libuv's close callbacks.
    bool closed_ = false;
};

}  // namespace netloupe::lsp
