// Which graph an editor shows first. The host prepares it while the page loads, and the page asks for the same.
import type { GraphInfo, OpenResult } from '../generated/protocol.js';
import type { ViewState } from './messages.js';

/** The one that was left open, else the main graph; nothing when the model has none. */
export function firstGraph({ graphs }: OpenResult, before: ViewState | undefined): GraphInfo | undefined {
  return (
    graphs.find((graph) => graph.id === before?.graph) ??
    graphs.find((graph) => graph.kind === 'main') ??
    graphs[0]
  );
}
