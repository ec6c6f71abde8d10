// How the model is fed and read: its inputs and outputs with what the file says of them and why, and code that runs it.
import type {
  CodeResult,
  Port,
  SignatureEntry,
  SignatureResult,
  Statement,
} from '../../generated/protocol.js';
import { h, link } from '../dom.js';
import { count, counted } from '../words.js';
import { type Page, section } from './sections.js';

type Extent = NonNullable<Port['shape']>[number];

export function signatureCard(
  page: Page,
  { entries, total, languages }: SignatureResult,
): (HTMLElement | undefined)[] {
  const parts = entries.flatMap((entry) => {
    const of = entry.key === undefined ? '' : ` of ${entry.key}`;
    return [
      entry.key === undefined ? undefined : signatureTitle(page, entry, entry.key),
      section(`Inputs${of}`, entry.inputs.length, ports(page, entry, entry.inputs, true)),
      section(`Outputs${of}`, entry.outputs.length, ports(page, entry, entry.outputs, false)),
    ];
  });
  if (total > entries.length)
    parts.push(h('p', { class: 'note' }, `and ${counted(total - entries.length, 'more signature')}`));
  return [...parts, section('Run this model', undefined, code(page, entries, languages))];
}

function signatureTitle({ actions, model }: Page, { graph }: SignatureEntry, key: string): HTMLElement {
  const elsewhere = graph !== model.mainGraph?.id;
  return h(
    'p',
    { class: 'signature' },
    h('span', { class: 'kind' }, 'Signature'),
    h('strong', {}, elsewhere ? link(key, () => actions.openGraph(graph)) : key),
  );
}

// --- inputs and outputs ---------------------------------------------------------------------------------------------

function ports(
  page: Page,
  { graph }: SignatureEntry,
  list: readonly Port[],
  input: boolean,
): HTMLElement | undefined {
  if (list.length === 0) return undefined;
  return h('ul', { class: 'arguments' }, ...list.map((port) => portRow(page, graph, port, input)));
}

function portRow({ actions }: Page, graph: number, port: Port, input: boolean): HTMLElement {
  const shown = port.key ?? port.name;
  return h(
    'li',
    { class: 'port' },
    h(
      'div',
      { class: 'argument-name' },
      link(shown || '(unnamed)', () => actions.go({ graph, tensor: port.tensor }), port.name),
    ),
    h(
      'div',
      { class: 'argument-type' },
      ...(port.type ? [port.type] : [`${port.dtype} · `, ...shape(port.shape)]),
    ),
    statements((node) => actions.go({ graph, node }), statementsOf(port, input)),
  );
}

/** Dynamic dimensions stand in marks of their own, with the name that the file gives them. */
function shape(extents: readonly Extent[] | undefined): (HTMLElement | string)[] {
  if (!extents) return ['unknown shape'];
  if (extents.length === 0) return ['scalar'];
  return extents.flatMap((extent, i) => [...(i === 0 ? [] : ['×']), extentText(extent)]);
}

function extentText({ value, symbol }: Extent): HTMLElement | string {
  if (value !== undefined) return count(value);
  return h(
    'span',
    {
      class: 'dynamic',
      title: 'Dynamic: the caller decides',
      aria: { label: `${symbol || 'unnamed'}, dynamic` },
    },
    symbol || '?',
  );
}

export type Row = [name: string, statement: Statement | undefined];

/** What is worth a row: what the file says, and the layout and range that people look for even when it does not. */
export function statementsOf(port: Port, input: boolean): Row[] {
  const rows: Row[] = [];
  const image = port.shape?.length === 4 || port.shape?.length === 5;
  if (port.layout || image) rows.push(['Layout', port.layout]);
  if (port.quantization) rows.push(['Quantized', port.quantization]);
  if (port.range || (input && !port.type)) rows.push(['Range', port.range]);
  rows.push(...port.meaning.map((statement): Row => ['Is', statement]));
  return rows;
}

function statements(go: (node: number) => void, rows: readonly Row[]): HTMLElement | undefined {
  if (rows.length === 0) return undefined;
  return h(
    'dl',
    { class: 'facts compact' },
    ...rows.flatMap(([name, statement]) => [h('dt', {}, name), h('dd', {}, ...said(go, statement))]),
  );
}

function said(go: (node: number) => void, statement: Statement | undefined): (HTMLElement | string)[] {
  if (!statement) return [h('span', { class: 'default' }, 'the file does not say')];
  const { text, reason, node } = statement;
  if (!reason) return [text];
  return [
    text,
    h(
      'div',
      { class: 'reason' },
      node === undefined ? reason : link(reason, () => go(node), 'Show the node that says so'),
    ),
  ];
}

// --- code -----------------------------------------------------------------------------------------------------------

/** The language that was chosen last, for as long as the webview lives. */
let chosen: string | undefined;

function code(
  { model, actions }: Page,
  entries: readonly SignatureEntry[],
  languages: SignatureResult['languages'],
): HTMLElement | undefined {
  if (entries.length === 0) return undefined;
  const options = (list: readonly [value: string, label: string][]) =>
    list.map(([value, label]) => h('option', { value }, label));
  const language = h(
    'select',
    { class: 'choose', aria: { label: 'Language' } },
    ...options(languages.map(({ id, title, runtime }) => [id, `${title} · ${runtime}`])),
  );
  if (chosen !== undefined) language.value = chosen;
  const entry = h(
    'select',
    { class: 'choose', hidden: entries.length === 1, aria: { label: 'Signature' } },
    ...options(entries.map(({ key }, i) => [String(i), key ?? 'the whole graph'])),
  );
  const shown = h('div', { class: 'code' });
  const show = async () => {
    chosen = language.value;
    const asked = `${entry.value} ${language.value}`;
    const answer = await model
      .code(Number(entry.value), language.value)
      .catch((error: unknown): CodeResult => ({
        unavailable: error instanceof Error ? error.message : String(error),
      }));
    if (asked === `${entry.value} ${language.value}`)
      shown.replaceChildren(codeBlock(answer, (text) => actions.copy(text)));
  };
  for (const choice of [language, entry]) choice.addEventListener('change', () => void show());
  void show();
  return h('div', {}, h('div', { class: 'choices' }, entry, language), shown);
}

function codeBlock({ text, unavailable }: CodeResult, copy: (text: string) => void): HTMLElement {
  if (text === undefined) return h('p', { class: 'note' }, unavailable);
  const button = h('button', { type: 'button', class: 'button secondary small' }, 'Copy code');
  button.addEventListener('click', () => {
    copy(text);
    button.textContent = 'Copied';
  });
  return h('div', {}, h('pre', { tabindex: 0 }, text), button);
}
