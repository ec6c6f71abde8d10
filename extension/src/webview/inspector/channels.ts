// Scales and zero points of a tensor that has many: a table, loaded when asked for, drawn a page at a time.
import type { QuantizationTable, TensorResult } from '../../generated/protocol.js';
import { h } from '../dom.js';
import type { Model } from '../model.js';
import { count, integer, real } from '../words.js';
import { onDemand } from './sections.js';

const kPage = 256;

export function channelTable(model: Model, tensor: TensorResult): HTMLElement {
  const number = tensor.quantization?.count ?? 0;
  return onDemand(`Show all ${count(number)} scales`, async () => {
    const table = await model.quantization(tensor.graph, tensor.tensor);
    return h('div', { class: 'channels' }, rows(table));
  });
}

function rows(table: QuantizationTable): HTMLElement {
  const body = h('tbody');
  const widest = Math.max(...table.scales.map((scale) => Math.abs(scale ?? 0)), Number.MIN_VALUE);
  let shown = 0;
  const more = h('button', { type: 'button', class: 'button secondary small' });
  const extend = () => {
    const end = Math.min(table.scales.length, shown + kPage);
    for (; shown < end; shown++) body.append(row(table, shown, widest));
    more.hidden = shown >= table.scales.length;
    more.textContent = `Show ${count(Math.min(kPage, table.scales.length - shown))} more`;
  };
  more.addEventListener('click', extend);
  extend();
  const head = h(
    'thead',
    {},
    h('tr', {}, ...['#', 'Scale', 'Zero point'].map((name) => h('th', { scope: 'col' }, name))),
  );
  const cut =
    table.total > table.scales.length &&
    h('p', { class: 'note' }, `The first ${count(table.scales.length)} of ${count(table.total)}.`);
  return h('div', {}, h('table', { class: 'channel-table' }, head, body), more, cut);
}

function row(table: QuantizationTable, index: number, widest: number): HTMLElement {
  const scale = table.scales[index] ?? NaN;
  const zeroPoint = table.zeroPoints[index] ?? table.zeroPoints[0];
  const bar = h('span', { class: 'bar-fill' });
  bar.style.width = `${Math.max(1, (Math.abs(scale) / widest) * 100)}%`;
  return h(
    'tr',
    {},
    h('td', { class: 'index' }, count(index)),
    h('td', { class: 'scale' }, bar, h('span', {}, real(scale, 5))),
    h('td', {}, zeroPoint === undefined ? '0' : integer(zeroPoint)),
  );
}
