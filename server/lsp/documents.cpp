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
    if (!document.findings->empty()) return true;
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
    const auto found = entries_.find(path);
    if (found != entries_.end()) {
        const EntryPtr& entry = found->second;
        if (entry->announced) {
            ready(entry->current);
        } else {
            entry->opening.push_back({ticket, std::move(ready)});
        }
        return;
    }
    const auto entry = std::make_shared<Entry>();
    entry->uri = uri;
    entry->path = path;
    entry->findings_wait = std::make_unique<Timer>(loop_);
    entry->opening.push_back({ticket, std::move(ready)});
    entries_.emplace(path, entry);
    read(entry);
}

bool Documents::when_read(const std::string& path, uint64_t ticket, Ready ready) {
    const auto found = entries_.find(path);
    if (found == entries_.end()) return false;
    if (found->second->current) {
        ready(found->second->current);
    } else {
        found->second->reading.push_back({ticket, std::move(ready)});
    }
    return true;
}

bool Documents::when_checked(const std::string& path, uint64_t ticket, Ready ready) {
    const auto found = entries_.find(path);
    if (found == entries_.end()) return false;
    const EntryPtr& entry = found->second;
    if (entry->current && entry->current->findings) {
        ready(entry->current);
    } else {
        entry->checking.push_back({ticket, std::move(ready)});
    }
    return true;
}

void Documents::forget(uint64_t ticket) {
    for (auto& [path, entry] : entries_) {
        const auto same = [ticket](const Waiter& waiter) { return waiter.ticket == ticket; };
        const size_t removed = std::erase_if(entry->opening, same) + std::erase_if(entry->reading, same) +
                               std::erase_if(entry->checking, same);
        if (removed == 0) continue;
        if (!entry->current && entry->opening.empty()) close(std::string(path));
        return;
    }
}

void Documents::bind(Bindings bindings) {
    if (std::exchange(bindings_, std::move(bindings)) == bindings_) return;
    for (const auto& [path, entry] : entries_) {
        check_again(entry);
    }
}

/// With other bindings or another configuration. A document that is still being read is checked after.
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
    for (Waiter& waiter : entry->opening) waiter.ready(nullptr);
    for (Waiter& waiter : entry->reading) waiter.ready(nullptr);
    for (Waiter& waiter : entry->checking) waiter.ready(nullptr);
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
        [outcome, uri = entry->uri, path = entry->path, generation = ++last_generation_, bindings = bindings_,
         cancel = entry->cancel.token()] {
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
    for (Waiter& waiter : std::exchange(entry->reading, {})) waiter.ready(entry->current);
}

void Documents::check(const EntryPtr& entry) {
    struct Outcome {
        DocumentPtr document;
        std::vector<FileStamp> configurations;
    };
    const auto outcome = std::make_shared<Outcome>();
    const CancelToken cancel = entry->cancel.token();
    run_in_background(
        loop_,
        [outcome, document = entry->current, bindings = bindings_, cancel] {
            outcome->configurations = stamps_of(config::configuration_places(document->path));
            outcome->document = check_document(*document, bindings, cancel);
        },
        [this, weak = std::weak_ptr(entry), outcome, cancel] {
            const auto alive = weak.lock();
            if (!alive || cancel.cancelled()) return;
            watch_configuration(alive, std::move(outcome->configurations));
            on_checked(alive, std::move(outcome->document));
        });
}

void Documents::watch_configuration(const EntryPtr& entry, std::vector<FileStamp> stamps) {
    entry->configuration_watcher =
        std::make_unique<FileWatcher>(loop_, config::configuration_places(entry->path), std::move(stamps),
                                      [this, weak = std::weak_ptr(entry)] {
                                          if (const auto alive = weak.lock()) check_again(alive);
                                      });
}

void Documents::on_checked(const EntryPtr& entry, DocumentPtr document) {
    const bool late = entry->announced;
    entry->current = std::move(document);
    announce(entry);
    for (Waiter& waiter : std::exchange(entry->checking, {})) waiter.ready(entry->current);
    const bool again = std::exchange(entry->rechecking, false);
    events_.on_findings(*entry->current);
    if (late && (again || tells_more(*entry->current))) events_.on_change(*entry->current);
    if (entry->current->model && !entry->current->weights) weigh(entry);
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
    if (!news) return;
    events_.on_findings(*entry->current);
    events_.on_change(*entry->current);
}

void Documents::announce(const EntryPtr& entry) {
    entry->findings_wait->stop();
    if (std::exchange(entry->announced, true)) return;
    const bool again = std::exchange(entry->handed_out, true);
    for (Waiter& waiter : std::exchange(entry->opening, {})) waiter.ready(entry->current);
    if (again) events_.on_change(*entry->current);
}

}  // namespace netloupe::lsp
