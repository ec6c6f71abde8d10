// What stands in the graph's place while there is none: a skeleton at once, progress after a moment, or what went wrong.
import type { OpenResult, ReadError } from '../generated/protocol.js';
import { button, h } from './dom.js';
import { count, counted } from './words.js';

export interface StateActions {
  cancel(): void;
  retry(): void;
  openBytes(offset?: number): void;
}

/** Sooner than this nobody needs to be told that something is going on. */
const kProgressDelay = 200;

export class States {
  readonly element = h('div', { class: 'cover' });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly progressText = h('p', { class: 'progress-text', role: 'status' });
  private readonly progressBar = h('div', {
    class: 'progress-bar',
    role: 'progressbar',
    aria: { label: 'Opening' },
  });

  constructor(private readonly actions: StateActions) {
    this.loading('Reading the model…');
  }

  hide(): void {
    this.show();
  }

  /** Grey cards at once; after 200 ms what is being done, with Cancel. */
  loading(what: string): void {
    const cards = [0, 1, 2, 3, 4].map(() => h('div', { class: 'skeleton-card' }));
    const skeleton = h('div', { class: 'skeleton', aria: { hidden: true } }, ...cards);
    this.element.classList.remove('clear');
    this.show(skeleton);
    this.timer = setTimeout(() => this.element.append(this.progressBox(what)), kProgressDelay);
  }

  /** The same over a graph that is still on screen: nothing at once, so that quick changes do not flicker. */
  loadingSoon(what: string): void {
    this.show();
    this.timer = setTimeout(() => {
      this.element.classList.add('clear');
      this.show(this.progressBox(what));
    }, kProgressDelay);
  }

  private progressBox(what: string): HTMLElement {
    this.progress(what);
    const cancel = button('Cancel', () => this.actions.cancel(), 'button secondary');
    return h('div', { class: 'progress' }, this.progressText, this.progressBar, cancel);
  }

  progress(message: string, percentage?: number): void {
    this.progressText.textContent = message;
    this.progressBar.classList.toggle('determinate', percentage !== undefined);
    this.progressBar.style.setProperty('--progress', `${percentage ?? 0}%`);
    if (percentage === undefined) this.progressBar.removeAttribute('aria-valuenow');
    else this.progressBar.setAttribute('aria-valuenow', String(Math.round(percentage)));
  }

  cancelled(): void {
    this.message('Opening was cancelled', 'Nothing was read.', [
      button('Open again', () => this.actions.retry()),
      button('Open as bytes', () => this.actions.openBytes(), 'button secondary'),
    ]);
  }

  stopped(message: string): void {
    this.message('The backend is not running', message, [button('Restart', () => this.actions.retry())]);
  }

  failed(message: string): void {
    this.message('The graph cannot be shown', message, [
      button('Try again', () => this.actions.retry()),
      button('Open as bytes', () => this.actions.openBytes(), 'button secondary'),
    ]);
  }

  /** The file cannot be read: where and why, and what is known of it all the same. */
  unreadable(open: OpenResult, error: ReadError): void {
    const { summary } = open;
    const known = [
      summary.format && `Recognized as ${summary.format}.`,
      summary.fileBytes > 0 ? `The file has ${count(summary.fileBytes)} bytes.` : 'The file is empty.',
      summary.nodes > 0 && `${count(summary.nodes)} nodes could be read before the damage.`,
    ].filter(Boolean);
    this.wrong('This file cannot be read as a model', error, known.join(' '));
  }

  /** Something could be read, but nothing that can be drawn. */
  damaged(open: OpenResult, damage: ReadError): void {
    const more = (open.damages?.length ?? 1) - 1;
    this.wrong(
      'This file is damaged before its first node',
      damage,
      `Recognized as ${open.summary.format}; what could be read of it is in the inspector${
        more > 0 ? `, with ${counted(more, 'further damage')}` : ''
      }.`,
    );
  }

  private wrong(title: string, error: ReadError, known: string): void {
    const buttons = [
      button('Open as bytes', () => this.actions.openBytes(error.offset)),
      button('Try again', () => this.actions.retry(), 'button secondary'),
    ];
    this.message(title, error.message, buttons, [place(error), known]);
  }

  empty(name: string): void {
    this.message(
      `${name} has no nodes`,
      'The file was read; this graph holds nothing to draw. Its tensors and properties are in the inspector.',
      [],
    );
  }

  private message(title: string, text: string, buttons: HTMLElement[], notes: string[] = []): void {
    this.element.classList.remove('clear');
    this.show(
      h(
        'div',
        { class: 'message', role: 'alert' },
        h('h1', {}, title),
        h('p', { class: 'message-text' }, text),
        ...notes.filter(Boolean).map((note) => h('p', { class: 'note' }, note)),
        h('div', { class: 'buttons' }, ...buttons),
      ),
    );
  }

  private show(...content: Node[]): void {
    clearTimeout(this.timer);
    this.element.replaceChildren(...content);
    this.element.hidden = this.element.childElementCount === 0;
  }
}

/** 'At byte 1,234 (0x4D2)' or 'At line 12'. */
export function place(error: ReadError): string {
  if (error.line !== undefined) return `At line ${count(error.line)}.`;
  if (error.offset === undefined) return '';
  return `At byte ${count(error.offset)} (0x${error.offset.toString(16).toUpperCase()}).`;
}
