#include "lsp/documents.h"

#include <algorithm>
#include <utility>

#include "config/configuration.h"
#include "infer/known_types.h"

namespace netloupe::lsp {

namespace {

/// Whether a picture that was made before the check lacks something.
bool tells_more(const Document& document) {
    if (!document.model) return false;
    if (!document.findings->empty() || !document.targets->empty()) return true;
    const infer::KnownTypes types(*document.model, document.shapes.get());
    for (size_t g = 0; g < document.model->graphs.size(); ++g) {
        for (size_t t = 0; t < document.model->graphs[g].tensors.size(); ++t) {
            if (types.only_inferred(GraphId(g), TensorId(t))) return true;
        }
    }
    return false;
}

}  // namespace

Documents::Documents(uv_loop_t& loop, Events events) : loop_(loop), events_(std::move(events)) {}

void Documents::open(const std::string& uri, const std::string& path, uint64_t ticket, Ready ready) {
    if (entries_.contains(path)) {
        when(Stage::kOpened, path, ticket, std::move(ready));
        return;
    }
    const auto entry = std::make_shared<Entry>();
    entry->uri = uri;
    entry->path = path;
    entry->findings_wait = std::make_unique<Timer>(loop_);
    waiting(entry, Stage::kOpened).push_back({ticket, std::move(ready)});
    entries_.emplace(path, entry);
    read(entry);
}

bool Documents::reached(const Entry& entry, Stage stage) {
    const DocumentPtr& document = entry.current;
    switch (stage) {
        case Stage::kOpened:
            return entry.announced;
        case Stage::kRead:
            return document != nullptr;
        case Stage::kChecked:
            return document && document->findings;
        default:
            return document && document->findings && (document->weights || !document->model);
    }
}

void Documents::serve(const EntryPtr& entry, Stage stage) {
    for (Waiter& waiter : std::exchange(waiting(entry, stage), {})) waiter.ready(entry->current);
}

bool Documents::when(Stage stage, const std::string& path, uint64_t ticket, Ready ready) {
    const auto found = entries_.find(path);
    if (found == entries_.end()) return false;
    if (reached(*found->second, stage)) {
        ready(found->second->current);
    } else {
        waiting(found->second, stage).push_back({ticket, std::move(ready)});
    }
    return true;
}

bool Documents::when_read(const std::string& path, uint64_t ticket, Ready ready) {
    return when(Stage::kRead, path, ticket, std::move(ready));
}

bool Documents::when_checked(const std::string& path, uint64_t ticket, Ready ready) {
    return when(Stage::kChecked, path, ticket, std::move(ready));
}

bool Documents::when_complete(const std::string& path, uint64_t ticket, Ready ready) {
    return when(Stage::kComplete, path, ticket, std::move(ready));
}

void Documents::forget(uint64_t ticket) {
    for (auto& [path, entry] : entries_) {
        size_t removed = 0;
        for (std::vector<Waiter>& waiters : entry->waiting)
            removed +=
                std::erase_if(waiters, [ticket](const Waiter& waiter) { return waiter.ticket == ticket; });
        if (removed == 0) continue;
        if (!entry->current && waiting(entry, Stage::kOpened).empty()) close(std::string(path));
        return;
    }
}

void Documents::set(EditorSettings settings) {
    if (std::exchange(settings_, std::move(settings)) == settings_) return;
    for (const auto& [path, entry] : entries_) {
        check_again(entry);
    }
}

/// With other settings or another configuration. A document that is still being read is checked after.
void Documents::check_again(const EntryPtr& entry) {
    if (!entry->current || !entry->current->model) return;
    entry->cancel.cancel();
    entry->cancel = CancelSource();
    entry->rechecking = true;
    check(entry);
}

void Documents::close(const std::string& path) {
    const auto found = entries_.find(path);
    if (found == entries_.end()) return;
    const EntryPtr entry = found->second;
    entries_.erase(found);
    entry->cancel.cancel();
    for (std::vector<Waiter>& waiters : entry->waiting) {
        for (Waiter& waiter : waiters) waiter.ready(nullptr);
    }
}

void Documents::close_all() {
    while (!entries_.empty()) close(std::string(entries_.begin()->first));
}

bool Documents::is_current(const Document& document) const {
    const auto found = entries_.find(document.path);
    return found != entries_.end() && found->second->current &&
           found->second->current->generation == document.generation;
}

void Documents::read(const EntryPtr& entry) {
    struct Outcome {
        DocumentPtr document;
        std::vector<FileStamp> stamps;
    };
    entry->cancel.cancel();
    entry->cancel = CancelSource();
    entry->watcher.reset();
    const auto outcome = std::make_shared<Outcome>();
    run_in_background(
        loop_,
        [outcome, uri = entry->uri, path = entry->path, generation = ++last_generation_,
         bindings = settings_.bindings, cancel = entry->cancel.token()] {
            // Stamps from before the reading: what is written meanwhile is a change.
            const auto before = stamps_of({path});
            outcome->document = read_document(uri, path, generation, bindings, cancel);
            outcome->stamps = stamps_of(files_of(*outcome->document));
            outcome->stamps[0] = before[0];
        },
        [this, weak = std::weak_ptr(entry), outcome] {
            if (const auto alive = weak.lock()) {
                on_read(alive, std::move(outcome->document), std::move(outcome->stamps));
            }
        });
}

void Documents::on_read(const EntryPtr& entry, DocumentPtr document, std::vector<FileStamp> stamps) {
    entry->current = std::move(document);
    entry->announced = false;
    entry->watcher = std::make_unique<FileWatcher>(loop_, files_of(*entry->current), std::move(stamps),
                                                   [this, weak = std::weak_ptr(entry)] {
                                                       if (const auto alive = weak.lock()) read(alive);
                                                   });
    entry->findings_wait->once(kFindingsWaitMs, [this, weak = std::weak_ptr(entry)] {
        if (const auto alive = weak.lock()) announce(alive);
    });
    check(entry);
    serve(entry, Stage::kRead);
}

void Documents::check(const EntryPtr& entry) {
    struct Outcome {
        DocumentPtr document;
        std::vector<std::string> beside;  ///< Files that what was checked hangs on: configurations, targets.
        std::vector<FileStamp> stamps;
    };
    const auto outcome = std::make_shared<Outcome>();
    const CancelToken cancel = entry->cancel.token();
    run_in_background(
        loop_,
        [outcome, document = entry->current, settings = settings_, cancel] {
            outcome->beside = config::configuration_places(document->path);
            outcome->stamps = stamps_of(outcome->beside);
            outcome->document = check_document(*document, settings, cancel);
            for (const std::string& file : outcome->document->target_files) outcome->beside.push_back(file);
            const auto of_targets = stamps_of(outcome->document->target_files);
            outcome->stamps.insert(outcome->stamps.end(), of_targets.begin(), of_targets.end());
        },
        [this, weak = std::weak_ptr(entry), outcome, cancel] {
            const auto alive = weak.lock();
            if (!alive || cancel.cancelled()) return;
            watch(alive, std::move(outcome->beside), std::move(outcome->stamps));
            on_checked(alive, std::move(outcome->document));
        });
}

void Documents::watch(const EntryPtr& entry, std::vector<std::string> beside, std::vector<FileStamp> stamps) {
    entry->settings_watcher = std::make_unique<FileWatcher>(loop_, std::move(beside), std::move(stamps),
                                                            [this, weak = std::weak_ptr(entry)] {
                                                                if (const auto alive = weak.lock())
                                                                    check_again(alive);
                                                            });
}

void Documents::on_checked(const EntryPtr& entry, DocumentPtr document) {
    const bool late = entry->announced;
    entry->current = std::move(document);
    announce(entry);
    serve(entry, Stage::kChecked);
    const bool again = std::exchange(entry->rechecking, false);
    events_.on_findings(*entry->current);
    if (late && (again || tells_more(*entry->current))) events_.on_change(*entry->current);
    if (reached(*entry, Stage::kComplete)) {
        serve(entry, Stage::kComplete);
    } else {
        weigh(entry);
    }
}

/// Reads the weights behind everything else: the picture and most findings are there already.
void Documents::weigh(const EntryPtr& entry) {
    const auto weighed = std::make_shared<DocumentPtr>();
    const CancelToken cancel = entry->cancel.token();
    run_in_background(
        loop_, [weighed, document = entry->current, cancel] { *weighed = weigh_document(*document, cancel); },
        [this, weak = std::weak_ptr(entry), weighed, cancel] {
            const auto alive = weak.lock();
            if (alive && !cancel.cancelled()) on_weighed(alive, std::move(*weighed));
        });
}

void Documents::on_weighed(const EntryPtr& entry, DocumentPtr document) {
    const bool news = !std::ranges::equal(*entry->current->findings, *document->findings, {},
                                          &lint::Finding::fingerprint, &lint::Finding::fingerprint);
    entry->current = std::move(document);
    serve(entry, Stage::kComplete);
    if (!news) return;
    events_.on_findings(*entry->current);
    events_.on_change(*entry->current);
}

void Documents::announce(const EntryPtr& entry) {
    entry->findings_wait->stop();
    if (std::exchange(entry->announced, true)) return;
    const bool again = std::exchange(entry->handed_out, true);
    serve(entry, Stage::kOpened);
    if (again) events_.on_change(*entry->current);
}

}  // namespace netloupe::lsp
