// What stands in the graph's place while there is none: a skeleton at once, progress after a moment, or what went wrong.
import type { OpenResult, ReadError } from '../generated/protocol.js';
import { append, button, h } from './dom.js';
import { count } from './words.js';

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
    this.show(undefined);
  }

  /** Grey cards at once; after 200 ms what is being done, with Cancel. */
  loading(what: string): void {
    const cards = [0, 1, 2, 3, 4].map(() => h('div', { class: 'skeleton-card' }));
    const skeleton = h('div', { class: 'skeleton', aria: { hidden: true } }, ...cards);
    const box = h('div', { class: 'progress', hidden: true }, this.progressText, this.progressBar);
    append(box, [button('Cancel', () => this.actions.cancel(), 'button secondary')]);
    this.progress(what);
    this.show(skeleton, box);
    this.timer = setTimeout(() => (box.hidden = false), kProgressDelay);
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
    this.message(
      'This file cannot be read as a model',
      error.message,
      [
        button('Open as bytes', () => this.actions.openBytes(error.offset)),
        button('Try again', () => this.actions.retry(), 'button secondary'),
      ],
      [place(error), known.join(' ')],
    );
  }

  empty(name: string): void {
    this.message(
      `${name} has no nodes`,
      'The file was read; this graph holds nothing to draw. Its tensors and properties are in the inspector.',
      [],
    );
  }

  private message(title: string, text: string, buttons: HTMLElement[], notes: string[] = []): void {
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

  private show(...content: (Node | undefined)[]): void {
    clearTimeout(this.timer);
    this.element.replaceChildren(...content.filter((node) => node !== undefined));
    this.element.hidden = this.element.childElementCount === 0;
  }
}

/** 'At byte 1,234 (0x4D2)' or 'At line 12'. */
export function place(error: ReadError): string {
  if (error.line !== undefined) return `At line ${count(error.line)}.`;
  if (error.offset === undefined) return '';
  return `At byte ${count(error.offset)} (0x${error.offset.toString(16).toUpperCase()}).`;
}
