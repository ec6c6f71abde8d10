// Elements of a model as fragments of its URI: file:///dir/model.onnx#graph=0&node=42. The Problems panel groups rows by the URI
// without its fragment and opens the whole URI on a click, which is how a click finds its node.
import type { Target } from '../shared/messages.js';

export function targetToFragment(target: Partial<Target> | undefined): string {
  if (target?.graph === undefined) return 'model';
  const parts = [`graph=${target.graph}`];
  if (target.node !== undefined) parts.push(`node=${target.node}`);
  if (target.tensor !== undefined) parts.push(`tensor=${target.tensor}`);
  return parts.join('&');
}

/** Nothing for a fragment that names no element ("model", or not ours). */
export function fragmentToTarget(fragment: string): Target | undefined {
  const numbers = new Map<string, number>();
  for (const part of fragment.split('&')) {
    const match = /^(graph|node|tensor)=(\d{1,10})$/.exec(part);
    if (match?.[1] && match[2]) numbers.set(match[1], Number(match[2]));
  }
  const graph = numbers.get('graph');
  const node = numbers.get('node');
  const tensor = numbers.get('tensor');
  if (graph === undefined) return undefined;
  return { graph, ...(node !== undefined && { node }), ...(tensor !== undefined && { tensor }) };
}
