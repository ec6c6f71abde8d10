/** Text as Markdown that shows it as it is. VS Code's own appendText() ties words together, so that lines break within them. */
export function literalMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+\-.!|~&$]/g, (mark) => `\\${mark}`);
}
