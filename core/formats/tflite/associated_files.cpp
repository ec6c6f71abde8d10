#include "associated_files.h"

#include "containers/zip_directory.h"
#include "plain_text.h"

namespace netloupe::tflite {

namespace {

/// All that is unpacked to be read, so that a model of a thousand label files still opens at once.
constexpr uint64_t kAllTextBytes = 4ULL << 20;

}  // namespace

void read_associated_files(ReadContext& context) {
    const Bytes bytes = context.source.bytes();
    if (!ends_with_zip(bytes)) return;
    const auto members = zip_members(bytes);
    if (!members) return context.damage(members.error(), {});
    uint64_t left = kAllTextBytes;
    for (const ZipMember& member : *members) {
        if (member.name.ends_with('/')) continue;
        Attachment attachment{context.intern(to_utf8(member.name)), member.bytes, StringId()};
        if (member.bytes <= std::min(left, kReadableBytes)) {
            left -= member.bytes;
            const auto content = zip_content(bytes, member, kReadableBytes);
            if (!content) {
                context.damage(content.error(), {});
            } else if (const auto text = as_plain_text(*content)) {
                attachment.text = context.intern(*text);
            }
        }
        context.model.attachments.push_back(attachment);
    }
}

}  // namespace netloupe::tflite
