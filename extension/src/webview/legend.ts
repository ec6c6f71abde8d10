// What the colours of lines and bars mean; only the classes that this graph has.
import { h } from './dom.js';
import { EdgeFlag, type Scene } from './scene.js';
import type { Theme } from './theme.js';

const kNames = ['Other', 'Float', 'Half', 'Integer'];
const kOrder = [1, 2, 3, 0];

export class Legend {
  readonly element = h('div', { class: 'legend', role: 'note', aria: { label: 'Data types of edges' } });

  private scene: Scene | undefined;
  private theme: Theme | undefined;

  setScene(scene: Scene | undefined): void {
    this.scene = scene;
    this.show();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.show();
  }

  private show(): void {
    const { scene, theme } = this;
    this.element.hidden = true;
    if (!scene || !theme) return;
    const present = new Set<number>();
    let control = false;
    scene.edges.dtype.forEach((dtype, edge) => {
      if ((scene.edges.flags[edge] & EdgeFlag.Control) !== 0) control = true;
      else present.add(dtype);
    });
    const entries = kOrder
      .filter((cls) => present.has(cls))
      .map((cls) => entry(kNames[cls], theme.dtypes[cls], 'swatch'));
    if (control) entries.push(entry('Control', theme.control, 'swatch dashed'));
    this.element.replaceChildren(...entries);
    this.element.hidden = entries.length === 0;
  }
}

function entry(name: string, colour: string, className: string): HTMLElement {
  const swatch = h('span', { class: className });
  swatch.style.color = colour;
  return h('span', { class: 'legend-entry' }, swatch, name);
}
