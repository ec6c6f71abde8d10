// The sheet of keys that '?' opens.
import { h } from './dom.js';
import { type Flow, listKeys } from './keys.js';

export class Help {
  readonly element = h('dialog', { class: 'help', aria: { label: 'Keys' } });

  constructor() {
    this.element.addEventListener('click', (event) => {
      if (event.target === this.element) this.element.close();
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key === '?') this.element.close();
    });
  }

  show(flow: Flow): void {
    const close = h('button', { type: 'button', class: 'tool icon icon-close', aria: { label: 'Close' } });
    close.addEventListener('click', () => this.element.close());
    this.element.replaceChildren(
      h('div', { class: 'help-head' }, h('h1', {}, 'Keys'), close),
      h(
        'div',
        { class: 'help-columns' },
        ...listKeys(flow).map(({ title, rows }) =>
          h(
            'section',
            {},
            h('h2', {}, title),
            h(
              'dl',
              {},
              ...rows.flatMap(({ keys, words }) => [
                h('dt', {}, ...keys.flatMap((key) => [h('kbd', {}, key), ' '])),
                h('dd', {}, words),
              ]),
            ),
          ),
        ),
      ),
    );
    this.element.showModal();
  }
}
