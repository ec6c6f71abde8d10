#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lsp/document.h"
#include "lsp/event_loop.h"
#include "lsp/file_watcher.h"

namespace netloupe::lsp {

/// The documents that are open, by path. Lives on the loop's thread; reading and checking run on the pool.
class Documents {
public:
    using Ready = std::function<void(const DocumentPtr&)>;
    struct Events {
        /// The rules have run (again).
        std::function<void(const Document&)> on_findings;
        /// A document that was already handed out was read again, or its findings came late.
        std::function<void(const Document&)> on_change;
    };

    /// What open() waits for the rules before it hands out a document without findings.
    static constexpr uint64_t kFindingsWaitMs = 50;

    Documents(uv_loop_t& loop, Events events);

    /// Reads the file, or joins the reading under way, or hands out what is there. `ticket` is for forget().
    void open(const std::string& uri, const std::string& path, uint64_t ticket, Ready ready);
    /// Calls back as soon as the document is read, with or without findings; false when it is not open.
    bool when_read(const std::string& path, uint64_t ticket, Ready ready);
    /// The same as soon as shapes, costs and findings are there too.
    bool when_checked(const std::string& path, uint64_t ticket, Ready ready);
    /// The same as soon as the rules that go by the values of weights have run as well.
    bool when_complete(const std::string& path, uint64_t ticket, Ready ready);
    /// Nobody waits under this ticket any more. A first reading that nobody waits for stops.
    void forget(uint64_t ticket);
    /// What is open is checked again where the settings differ from those before, and told as a change.
    void set(EditorSettings settings);
    [[nodiscard]] const EditorSettings& settings() const { return settings_; }
    void close(const std::string& path);
    void close_all();
    /// Whether the document is of the newest generation of an open file.
    [[nodiscard]] bool is_current(const Document& document) const;

private:
    struct Waiter {
        uint64_t ticket = 0;
        Ready ready;
    };
    /// What somebody waits for.
    enum class Stage : uint8_t { kOpened, kRead, kChecked, kComplete };
    struct Entry {
        std::string uri;
        std::string path;
        DocumentPtr current;      ///< Null until it was read for the first time.
        bool announced = false;   ///< `current` was handed out by open() or on_change.
        bool handed_out = false;  ///< Some document of this entry was.
        bool rechecking = false;  ///< The check under way is of other bindings or settings than the last.
        CancelSource cancel;      ///< Of the reading or checking under way.
        std::array<std::vector<Waiter>, 4> waiting;  ///< By Stage.
        std::unique_ptr<Timer> findings_wait;
        std::unique_ptr<FileWatcher> watcher;
        std::unique_ptr<FileWatcher> settings_watcher;  ///< Of configurations and files of targets.
    };
    using EntryPtr = std::shared_ptr<Entry>;

    static bool reached(const Entry& entry, Stage stage);
    static std::vector<Waiter>& waiting(const EntryPtr& entry, Stage stage) {
        return entry->waiting[static_cast<size_t>(stage)];
    }
    /// Hands the document to those who wait for what it has reached.
    static void serve(const EntryPtr& entry, Stage stage);
    bool when(Stage stage, const std::string& path, uint64_t ticket, Ready ready);
    void read(const EntryPtr& entry);
    void on_read(const EntryPtr& entry, DocumentPtr document, std::vector<FileStamp> stamps);
    void check(const EntryPtr& entry);
    void check_again(const EntryPtr& entry);
    /// Checks again when one of the files changes that a check hangs on beside the model.
    void watch(const EntryPtr& entry, std::vector<std::string> beside, std::vector<FileStamp> stamps);
    void on_checked(const EntryPtr& entry, DocumentPtr document);
    void weigh(const EntryPtr& entry);
    void on_weighed(const EntryPtr& entry, DocumentPtr document);
    void announce(const EntryPtr& entry);

    uv_loop_t& loop_;
    Events events_;
    std::map<std::string, EntryPtr> entries_;
    EditorSettings settings_;
    uint32_t last_generation_ = 0;
};

}  // namespace netloupe::lsp
