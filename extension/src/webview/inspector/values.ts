// A constant's values: the first ones as text, and on demand its statistics and histogram.
import type { ConstantInfo, ValuesResult } from '../../generated/protocol.js';
import { h } from '../dom.js';
import { bytes, count, real } from '../words.js';
import { type Fact } from '../tensor_facts.js';
import { facts, onDemand, type Page } from './sections.js';

const kFirst = 16;
const kMore = 256;
type Statistics = NonNullable<ValuesResult['statistics']>;

export function constantFacts(constant: ConstantInfo): Fact[] {
  const list: Fact[] = [
    ['Type', constant.dtype],
    ['Shape', constant.shape || 'scalar'],
    ['Elements', count(constant.elements)],
  ];
  if (constant.bytes !== undefined) {
    const exact = constant.bytes < 1024 ? '' : ` (${count(constant.bytes)} bytes)`;
    list.push(['Size', bytes(constant.bytes) + exact]);
  }
  if (constant.sparse) list.push(['Storage', 'sparse']);
  if (constant.location) list.push(['Location', constant.location]);
  if (constant.offset !== undefined)
    list.push(['Offset', `${count(constant.offset)} (0x${constant.offset.toString(16).toUpperCase()})`]);
  if (constant.state !== 'present')
    list.push([
      'State',
      constant.state === 'missing' ? 'The data cannot be found' : 'The file holds no data',
    ]);
  return list;
}

/** First values at once, more of them and the histogram on demand. */
export function valuesView(page: Page, constant: number, elements: number): HTMLElement {
  const list = h('div', { class: 'values', tabindex: 0, role: 'region', aria: { label: 'Values' } });
  const more = h('button', { type: 'button', class: 'button secondary small', hidden: true });
  const view = h('div', {}, list, more);
  let shown = 0;
  const load = async (number: number) => {
    more.disabled = true;
    const { values, total } = await page.model.values(constant, shown, number, false);
    shown += values.length;
    list.append(...values.map((value) => h('span', {}, value)));
    const left = total - shown;
    more.hidden = left <= 0 || values.length === 0;
    more.disabled = false;
    more.textContent =
      left <= kMore ? `Show the other ${count(left)}` : `Show ${count(kMore)} more (${count(left)} left)`;
  };
  const fail = (error: unknown) => {
    more.hidden = true;
    list.append(h('p', { class: 'note' }, error instanceof Error ? error.message : String(error)));
  };
  more.addEventListener('click', () => void load(kMore).catch(fail));
  void load(kFirst).catch(fail);
  if (elements > 1) {
    view.append(
      onDemand('Statistics and histogram', async () => {
        const { statistics } = await page.model.values(constant, 0, 0, true);
        return statistics
          ? statisticsView(statistics)
          : h('p', { class: 'note' }, 'These values have no statistics.');
      }),
    );
  }
  return view;
}

function statisticsView(statistics: Statistics): HTMLElement {
  const rows: Fact[] = [
    ['Min', real(statistics.min)],
    ['Max', real(statistics.max)],
    ['Mean', real(statistics.mean)],
    ['Deviation', real(statistics.deviation)],
    ['Zeros', count(statistics.zeros)],
  ];
  if (statistics.nan > 0) rows.push(['NaN', count(statistics.nan)]);
  if (statistics.infinite > 0) rows.push(['Infinite', count(statistics.infinite)]);
  return h('div', { class: 'statistics' }, histogram(statistics), facts(rows, 'facts compact'));
}

/** Bars by square root, so that tails stay visible beside a peak at zero. */
function histogram({ histogram: bins, min, max }: Statistics): HTMLElement {
  const highest = Math.max(1, ...bins);
  const width = (max - min) / Math.max(1, bins.length);
  const bars = bins.map((bin, i) => {
    const bar = h('span', {
      class: 'histogram-bar',
      title: `${real(min + i * width, 4)} … ${real(min + (i + 1) * width, 4)}: ${count(bin)}`,
    });
    bar.style.height = bin === 0 ? '0' : `${Math.max(2, Math.sqrt(bin / highest) * 100)}%`;
    return bar;
  });
  const label = `Histogram from ${real(min, 4)} to ${real(max, 4)}`;
  return h(
    'figure',
    { class: 'histogram', role: 'img', aria: { label } },
    h('div', { class: 'histogram-bars' }, ...bars),
    h(
      'figcaption',
      {},
      h('span', {}, real(min, 4)),
      h('span', {}, 'height ∝ √count'),
      h('span', {}, real(max, 4)),
    ),
  );
}
