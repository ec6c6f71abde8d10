// The base protocol: framing, JSON-RPC, the life of a session. Each test is a conversation with the real
// process.
#include <gtest/gtest.h>

#include <thread>

#include "server/models.h"
#include "server/process.h"

namespace netloupe::testing {

namespace {

using namespace std::chrono_literals;

int error_code(const Json& answer) {
    return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
}

TEST(Lifecycle, InitializeNamesTheServer) {
    Server server;
    const Json answer =
        server.request("initialize", {{"processId", nullptr}, {"capabilities", Json::object()}});
    EXPECT_EQ(answer["result"]["serverInfo"]["name"], "netloupe");
    EXPECT_TRUE(answer["result"].contains("capabilities"));
}

TEST(Lifecycle, ExitAfterShutdownIsClean) {
    Server server;
    server.initialize();
    EXPECT_TRUE(server.request("shutdown", Json::object())["result"].is_null());
    server.notify("exit", Json::object());
    EXPECT_EQ(server.wait(), 0);
}

TEST(Lifecycle, ExitWithoutShutdownIsNot) {
    Server server;
    server.initialize();
    server.notify("exit", Json::object());
    EXPECT_EQ(server.wait(), 1);
}

TEST(Lifecycle, EndsWithItsInput) {
    Server server;
    server.initialize();
    server.close_input();
    EXPECT_EQ(server.wait(), 1);
}

TEST(Lifecycle, EndsWithItsParent) {
    // A process that is certainly gone: `true` after it was waited for.
    Server gone;
    const auto parent = static_cast<int>(gone.process());
    gone.close_input();
    gone.wait();
    Server server;
    server.request("initialize", {{"processId", parent}, {"capabilities", Json::object()}});
    EXPECT_EQ(server.wait(), 1);
}

TEST(Lifecycle, NothingIsAnsweredBeforeInitialize) {
    Server server;
    EXPECT_EQ(error_code(server.request("netloupe/open", {{"uri", "file:///a.onnx"}})), -32002);
}

TEST(Lifecycle, InitializeTwiceIsAnInvalidRequest) {
    Server server;
    server.initialize();
    EXPECT_EQ(error_code(server.request("initialize", Json::object())), -32600);
}

TEST(Lifecycle, NothingButExitAfterShutdown) {
    Server server;
    server.initialize();
    server.request("shutdown", Json::object());
    EXPECT_EQ(error_code(server.request("netloupe/rule", {{"rule", "Q01"}})), -32600);
}

TEST(Framing, MessagesMayArriveByteByByte) {
    Server server;
    const std::string body = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})";
    for (const char byte : "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body) {
        server.send_bytes(std::string(1, byte));
    }
    EXPECT_TRUE(server.receive().contains("result"));
}

TEST(Framing, SeveralMessagesMayArriveAtOnce) {
    Server server;
    const auto framed = [](const std::string& body) {
        return "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:" +
               std::to_string(body.size()) + "\r\n\r\n" + body;
    };
    server.send_bytes(
        framed(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{}})") +
        framed(R"({"jsonrpc":"2.0","id":"two","method":"netloupe/rule","params":{"rule":"Q01"}})"));
    EXPECT_EQ(server.receive()["id"], 1);
    EXPECT_EQ(server.receive()["id"], "two");
}

TEST(Framing, BadHeadersAreReportedAndPassedOver) {
    for (const std::string header :
         {"Content-Length: twelve\r\n\r\n", "Content-Type: x\r\n\r\n", "no colon\r\n\r\n"}) {
        Server server;
        server.send_bytes(header);
        const Json answer = server.receive();
        EXPECT_EQ(error_code(answer), -32700) << header;
        EXPECT_TRUE(answer["id"].is_null());
        server.initialize();
    }
}

TEST(Framing, AHugeMessageIsSkipped) {
    Server server;
    const size_t length = 70U << 20;
    server.send_bytes("Content-Length: " + std::to_string(length) + "\r\n\r\n");
    EXPECT_EQ(error_code(server.receive()), -32600);
    server.send_bytes(std::string(length, ' '));
    server.initialize();
}

TEST(Framing, AnAbsurdLengthIsRefused) {
    Server server;
    server.send_bytes("Content-Length: 99999999999999999999999\r\n\r\n");
    EXPECT_EQ(error_code(server.receive()), -32600);
}

TEST(Messages, InvalidJsonIsAParseError) {
    for (const std::string body : {"{\"jsonrpc\":", "{\"jsonrpc\":\"2.0\",\"method\":\"\xff\xfe\"}", ""}) {
        Server server;
        server.send_bytes("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        EXPECT_EQ(error_code(server.receive()), -32700) << body;
        server.initialize();
    }
}

TEST(Messages, DeepNestingDoesNoHarm) {
    constexpr size_t kDepth = 1U << 20;
    const std::string opened(kDepth, '[');
    for (const std::string& body : {opened, opened + std::string(kDepth, ']')}) {
        Server server;
        server.send_bytes("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
        EXPECT_EQ(error_code(server.receive()), -32700);
        server.initialize();
    }
}

TEST(Messages, WhatIsNoRequestIsAnInvalidRequest) {
    Server server;
    server.initialize();
    const std::vector<Json> messages{Json::array(),
                                     42,
                                     {{"id", 1}, {"method", "netloupe/rule"}},
                                     {{"jsonrpc", "1.0"}, {"id", 1}, {"method", "netloupe/rule"}},
                                     {{"jsonrpc", "2.0"}, {"id", 1}, {"method", 7}},
                                     {{"jsonrpc", "2.0"}, {"id", {{"a", 1}}}, {"method", "netloupe/rule"}}};
    for (const Json& message : messages) {
        server.send(message);
        EXPECT_EQ(error_code(server.receive()), -32600) << message;
    }
}

TEST(Messages, UnknownMethodsAreNotFoundAndUnknownNotificationsIgnored) {
    Server server;
    server.initialize();
    server.notify("$/setTrace", {{"value", "off"}});
    server.notify("textDocument/didOpen", Json::object());
    EXPECT_EQ(error_code(server.request("textDocument/hover", Json::object())), -32601);
}

TEST(Messages, ParameterErrorsNameThePath) {
    Server server;
    server.initialize();
    const auto message = [&](const std::string& method, const Json& params) {
        const Json answer = server.request(method, params);
        EXPECT_EQ(error_code(answer), -32602) << answer;
        return answer["error"].value("message", "");
    };
    EXPECT_TRUE(
        message("netloupe/open", {{"uri", 3}}).starts_with("params.uri: expected a string, got number"));
    EXPECT_TRUE(message("netloupe/open", Json::object()).starts_with("params.uri: missing"));
    EXPECT_TRUE(message("netloupe/open", Json::array()).starts_with("params: expected an object, got array"));
    EXPECT_TRUE(message("netloupe/open", {{"uri", "https://a/b.onnx"}}).starts_with("params.uri:"));
    EXPECT_TRUE(message("netloupe/rule", {{"rule", "Z99"}}).starts_with("params.rule:"));

    const TemporaryFolder folder;
    const std::string uri = uri_of(folder.write("small.onnxtxt", kSmallModel));
    server.request("netloupe/open", {{"uri", uri}});
    EXPECT_TRUE(
        message("netloupe/node", {{"uri", uri}, {"graph", 0}, {"node", -1}}).starts_with("params.node:"));
    EXPECT_TRUE(
        message("netloupe/node", {{"uri", uri}, {"graph", 0}, {"node", 99}}).starts_with("params.node:"));
    EXPECT_TRUE(message("netloupe/view", {{"uri", uri}, {"graph", 7}}).starts_with("params.graph:"));
    EXPECT_TRUE(message("netloupe/view", {{"uri", uri}, {"graph", 0}, {"direction", "up"}})
                    .starts_with("params.direction:"));
    EXPECT_TRUE(message("netloupe/tree", {{"uri", uri}, {"id", "g0:x"}}).starts_with("params.id:"));
}

TEST(Messages, RequestsForWhatIsNotOpenFail) {
    Server server;
    server.initialize();
    EXPECT_EQ(error_code(server.request("netloupe/view", {{"uri", "file:///nowhere.onnx"}, {"graph", 0}})),
              -32803);
}

TEST(Cancellation, AnUnknownIdIsIgnored) {
    Server server;
    server.initialize();
    server.notify("$/cancelRequest", {{"id", 99}});
    server.notify("$/cancelRequest", Json::array());
    EXPECT_TRUE(server.request("netloupe/rule", {{"rule", "Q01"}}).contains("result"));
}

/// A chain long enough that its picture takes a while.
std::string long_chain(int nodes) {
    std::string text = "<ir_version: 8, opset_import: [\"\" : 17]>\nlong (float[1] t0) => (float[1] t" +
                       std::to_string(nodes) + ")\n{\n";
    for (int i = 0; i < nodes; ++i) {
        text += "  t" + std::to_string(i + 1) + " = Relu(t" + std::to_string(i) + ")\n";
    }
    return text + "}\n";
}

TEST(Cancellation, ARequestUnderWayIsAnsweredAsCancelled) {
    const TemporaryFolder folder;
    Server server;
    server.initialize();
    const std::string uri = uri_of(folder.write("long.onnxtxt", long_chain(60000)));
    server.request("netloupe/open", {{"uri", uri}});
    server.send({{"jsonrpc", "2.0"},
                 {"id", "slow"},
                 {"method", "netloupe/view"},
                 {"params", {{"uri", uri}, {"graph", 0}}}});
    server.notify("$/cancelRequest", {{"id", "slow"}});
    EXPECT_EQ(error_code(server.receive_answer("slow")), -32800);
}

TEST(Progress, ALongReadingBeginsAndEnds) {
    const TemporaryFolder folder;
    Server server;
    server.initialize();
    const std::string uri = uri_of(folder.write("long.onnxtxt", long_chain(300000)));
    server.send({{"jsonrpc", "2.0"},
                 {"id", "open"},
                 {"method", "netloupe/open"},
                 {"params", {{"uri", uri}, {"workDoneToken", "token"}}}});
    const Json begin = server.receive_notification("$/progress");
    EXPECT_EQ(begin["params"]["token"], "token");
    EXPECT_EQ(begin["params"]["value"]["kind"], "begin");
    EXPECT_EQ(begin["params"]["value"]["title"], "Reading long.onnxtxt");
    EXPECT_EQ(server.receive_notification("$/progress")["params"]["value"]["kind"], "end");
    EXPECT_TRUE(server.receive_answer("open").contains("result"));
}

}  // namespace

}  // namespace netloupe::testing
