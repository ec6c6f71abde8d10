// What a screen reader hears of the canvas: the element that was selected, where one stands in a walk.
import type { NodeResult, TensorResult } from '../generated/protocol.js';
import { h } from './dom.js';
import { counted } from './words.js';

export class Announcer {
  readonly element = h('div', { class: 'unseen', role: 'status', aria: { live: 'polite' } });

  say(text: string): void {
    this.element.textContent = text;
  }

  node(node: NodeResult): void {
    const given = (list: NodeResult['inputs']) => list.filter((argument) => argument.tensor).length;
    const parts = [
      node.op,
      node.name && `named ${node.name}`,
      `${counted(given(node.inputs), 'input')}, ${counted(given(node.outputs), 'output')}`,
      ...node.findings.map((finding) => `${finding.severity}: ${finding.message}`),
    ];
    this.say(parts.filter(Boolean).join('. '));
  }

  tensor(tensor: TensorResult): void {
    const parts = [
      `Tensor ${tensor.name}`,
      tensor.dtype,
      tensor.shape && `shape ${tensor.shape}`,
      tensor.kind,
    ];
    this.say(parts.filter(Boolean).join(', '));
  }
}
