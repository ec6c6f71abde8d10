// Elements without a framework. Attributes are set as properties or attributes, children are elements or text; never HTML text.

export type Child = Node | string | number | false | undefined | null;

export interface Attributes {
  class?: string | undefined;
  title?: string | undefined;
  role?: string | undefined;
  tabindex?: number | undefined;
  hidden?: boolean | undefined;
  disabled?: boolean | undefined;
  type?: string | undefined;
  value?: string | undefined;
  placeholder?: string | undefined;
  for?: string | undefined;
  id?: string | undefined;
  spellcheck?: boolean | undefined;
  colspan?: number | undefined;
  scope?: string | undefined;
  open?: boolean | undefined;
  aria?: Record<string, string | number | boolean | undefined>;
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { aria = {}, on = {}, ...plain } = attributes;
  for (const [name, value] of Object.entries(plain)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, value] of Object.entries(aria)) {
    if (value !== undefined) element.setAttribute(`aria-${name}`, String(value));
  }
  for (const [name, listener] of Object.entries(on))
    element.addEventListener(name, listener as EventListener);
  append(element, children);
  return element;
}

export function append(parent: Node, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** A button that looks like a link and takes part in the tab order. */
export function link(label: string, action: () => void, title?: string): HTMLButtonElement {
  return h('button', { type: 'button', class: 'link', title, on: { click: action } }, ...breakable(label));
}

/** Behind a separator, and before an ending: names of tensors are paths, which read best whole piece by piece. */
const kBreaks = /(?<=[/:;])|(?<=_)(?=[^_])|(?<=[a-z])(?=\.[a-z])/i;

/** The text with places where a line may end. */
export function breakable(text: string): Child[] {
  return text.split(kBreaks).flatMap((piece, i) => (i === 0 ? [piece] : [h('wbr'), piece]));
}

export function button(label: string, action: () => void, className = 'button'): HTMLButtonElement {
  return h('button', { type: 'button', class: className, on: { click: action } }, label);
}
