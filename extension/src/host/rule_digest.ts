// What a hover says of a rule: the parts of its page that one reads beside a finding.

const kSections = ['What it does', 'Why it matters', 'When it is not a problem'];

export function ruleDigest(page: string): string {
  const sections = page.split(/^## /m).slice(1);
  return sections
    .map((section) => {
      const end = section.indexOf('\n');
      return { title: section.slice(0, end).trim(), text: section.slice(end).trim() };
    })
    .filter(({ title }) => kSections.includes(title))
    .map(({ title, text }) => `**${title}.** ${text}`)
    .join('\n\n');
}
