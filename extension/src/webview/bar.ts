// The line above the graph: where one is, what was found, how near one looks.
import type { FindingCounts, GraphInfo, TargetBrief } from '../generated/protocol.js';
import type { OverlayName } from '../shared/messages.js';
import { isOverlay, overlaysOf } from '../shared/overlays.js';
import { h } from './dom.js';
import { count, counted } from './words.js';

export interface BarActions {
  openGraph(graph: number): void;
  nextFinding(): void;
  fit(): void;
  actualSize(): void;
  find(): void;
  toggleInspector(): void;
  showSize(): void;
  setOverlay(overlay: OverlayName): void;
  help(): void;
}

export class Bar {
  private readonly trail = h('ol', { class: 'trail' });
  private readonly findings = h('div', { class: 'findings' });
  private readonly zoom: HTMLButtonElement;
  private readonly inspector: HTMLButtonElement;
  private readonly overlay: HTMLSelectElement;
  readonly element: HTMLElement;

  constructor(private readonly actions: BarActions) {
    this.zoom = tool('100%', 'Actual size (1)', () => actions.actualSize());
    this.overlay = this.overlayChooser();
    this.inspector = tool('', 'Inspector (I)', () => actions.toggleInspector(), 'icon-inspector');
    this.element = h(
      'header',
      { class: 'bar' },
      h('nav', { aria: { label: 'Graphs' } }, this.trail),
      this.findings,
      h(
        'div',
        { class: 'tools', role: 'toolbar', aria: { label: 'View' } },
        this.overlay,
        tool('', 'Where the size lives (S)', () => actions.showSize(), 'icon-size'),
        tool('', 'Find (Ctrl+F)', () => actions.find(), 'icon-find'),
        tool('', 'Fit the whole graph (Home)', () => actions.fit(), 'icon-fit'),
        this.zoom,
        tool('', 'Keys (?)', () => actions.help(), 'icon-help'),
        this.inspector,
      ),
    );
  }

  /** The graphs from the outermost to the one shown; `others` are the outermost graphs that one can change to. */
  setPath(path: readonly GraphInfo[], others: readonly GraphInfo[]): void {
    const crumbs = path.map((graph, i) => {
      const last = i === path.length - 1;
      const label = graphLabel(graph);
      if (last) return h('li', { aria: { current: 'page' } }, h('span', { class: 'crumb' }, label));
      const go = () => this.actions.openGraph(graph.id);
      return h('li', {}, h('button', { type: 'button', class: 'crumb link', on: { click: go } }, label));
    });
    if (others.length > 1 && path.length > 0) crumbs[0].replaceChildren(this.chooser(path[0], others));
    this.trail.replaceChildren(...crumbs);
  }

  setFindings(counts: FindingCounts | undefined): void {
    const parts = (['error', 'warning', 'info'] as const).filter(
      (severity) => counts && counts[severity] > 0,
    );
    const label = parts.map((severity) => counted(counts?.[severity] ?? 0, kNouns[severity])).join(', ');
    const go = () => this.actions.nextFinding();
    const badges = parts.map((severity) =>
      h(
        'span',
        { class: `badge ${severity}` },
        h('span', { class: `severity ${severity}` }),
        count(counts?.[severity] ?? 0),
      ),
    );
    this.findings.replaceChildren(
      ...(badges.length === 0
        ? []
        : [
            h(
              'button',
              {
                type: 'button',
                class: 'tool',
                title: `${label}: go to the next (F8)`,
                aria: { label },
                on: { click: go },
              },
              ...badges,
            ),
          ]),
    );
  }

  setZoom(zoom: number): void {
    const percent = zoom * 100;
    const text = `${percent < 1 ? percent.toFixed(2) : percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
    if (this.zoom.textContent !== text) this.zoom.textContent = text;
  }

  setInspector(open: boolean): void {
    this.inspector.setAttribute('aria-pressed', String(open));
  }

  setOverlay(overlay: OverlayName): void {
    this.overlay.value = overlay;
  }

  /** The choices of colours that the model has. */
  setTargets(targets: readonly TargetBrief[] | undefined): void {
    this.overlay.replaceChildren(...overlayOptions(targets));
  }

  private overlayChooser(): HTMLSelectElement {
    const select = h(
      'select',
      { class: 'choose', title: 'Colour the graph by', aria: { label: 'Colour the graph by' } },
      ...overlayOptions(),
    );
    select.addEventListener('change', () => {
      if (isOverlay(select.value)) this.actions.setOverlay(select.value);
    });
    return select;
  }

  private chooser(current: GraphInfo, graphs: readonly GraphInfo[]): HTMLElement {
    const select = h(
      'select',
      { class: 'crumb', aria: { label: 'Graph' } },
      ...graphs.map((graph) => h('option', { value: String(graph.id) }, graphLabel(graph))),
    );
    select.value = String(current.id);
    select.addEventListener('change', () => this.actions.openGraph(Number(select.value)));
    return select;
  }
}

function overlayOptions(targets?: readonly TargetBrief[]): HTMLElement[] {
  return overlaysOf(targets).map(({ overlay, name, tells }) =>
    h('option', { value: overlay, title: tells }, name),
  );
}

const kNouns = { error: 'error', warning: 'warning', info: 'note' };

/** 'then_branch' of an If and the like say more than a generated graph name. */
export function graphLabel(graph: GraphInfo): string {
  if (graph.ownerAttribute)
    return graph.name ? `${graph.ownerAttribute}: ${graph.name}` : graph.ownerAttribute;
  return graph.name || (graph.kind === 'main' ? 'Main graph' : `Graph ${graph.id}`);
}

function tool(label: string, title: string, action: () => void, icon?: string): HTMLButtonElement {
  return h(
    'button',
    {
      type: 'button',
      class: icon ? `tool icon ${icon}` : 'tool',
      title,
      aria: { label: title },
      on: { click: action },
    },
    label,
  );
}
