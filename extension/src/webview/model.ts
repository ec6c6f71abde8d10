// The open model as the webview knows it: what the host said of it, and what was asked of the backend so far.
import type {
  CodeResult,
  CostsResult,
  FindingInfo,
  FindingsResult,
  FindResult,
  GraphInfo,
  ModelResult,
  NodeCosts,
  NodeResult,
  OpenResult,
  QuantizationTable,
  ResolveResult,
  SignatureResult,
  SizeResult,
  TargetsResult,
  TensorResult,
  ValuesResult,
} from '../generated/protocol.js';
import { firstGraph } from '../shared/first_graph.js';
import type { PreparedView, Requester } from '../shared/messages.js';
import { decode, gunzip } from './decode.js';
import type { Metric } from './heat.js';
import { type Direction, Scene } from './scene.js';

const kMostRemembered = 2_000;

export class Model {
  private readonly scenes = new Map<string, Promise<Scene>>();
  private readonly answers = new Map<string, Promise<unknown>>();

  /** Ids are those of one generation, so a changed file is another Model. */
  constructor(
    readonly uri: string,
    readonly opened: OpenResult,
    private readonly requester: Requester,
    /** Came with the model, so that it need not be asked for. */
    prepared?: PreparedView,
  ) {
    if (!prepared || prepared.generation !== opened.generation) return;
    const { graph, direction, unfold, bytes } = prepared;
    const make = () => Promise.resolve().then(() => toScene(bytes, direction));
    void remember(this.scenes, sceneKey(graph, direction, unfold), make);
  }

  graphInfo(id: number): GraphInfo | undefined {
    return this.opened.graphs.find((graph) => graph.id === id);
  }

  get mainGraph(): GraphInfo | undefined {
    return firstGraph(this.opened, undefined);
  }

  /** The graphs on the way from the outermost to this one. */
  path(id: number): GraphInfo[] {
    const path: GraphInfo[] = [];
    for (let at = this.graphInfo(id); at && !path.includes(at);) {
      path.unshift(at);
      at = at.parent === undefined ? undefined : this.graphInfo(at.parent);
    }
    return path;
  }

  /** Graphs that a node holds. */
  graphsOf(graph: number, node: number): GraphInfo[] {
    return this.opened.graphs.filter((info) => info.parent === graph && info.owner === node);
  }

  scene(graph: number, direction: Direction, unfold: boolean, signal?: AbortSignal): Promise<Scene> {
    const key = sceneKey(graph, direction, unfold);
    // Who asks for the same scene right after an abort must not be given the answer that was aborted.
    const forget = () => this.scenes.delete(key);
    signal?.addEventListener('abort', forget, { once: true });
    const scene = remember(this.scenes, key, async () => {
      const params = { uri: this.uri, graph, direction, unfold };
      const { bytes } = await this.requester.request('netloupe/view', params, signal);
      return toScene(bytes, direction);
    });
    return scene.finally(() => signal?.removeEventListener('abort', forget));
  }

  node(graph: number, node: number): Promise<NodeResult> {
    return this.once(`node ${graph} ${node}`, () =>
      this.requester.request('netloupe/node', { uri: this.uri, graph, node }),
    );
  }

  tensor(graph: number, tensor: number): Promise<TensorResult> {
    return this.once(`tensor ${graph} ${tensor}`, () =>
      this.requester.request('netloupe/tensor', { uri: this.uri, graph, tensor }),
    );
  }

  quantization(graph: number, tensor: number): Promise<QuantizationTable> {
    return this.once(`quantization ${graph} ${tensor}`, () =>
      this.requester.request('netloupe/quantization', { uri: this.uri, graph, tensor }),
    );
  }

  properties(): Promise<ModelResult> {
    return this.once('model', () => this.requester.request('netloupe/model', { uri: this.uri }));
  }

  /** Waits until they are counted; the backend answers for the node at any time, and for the graph then. */
  async costsOf(graph: number, node: number): Promise<NodeCosts> {
    await this.costs(graph);
    this.answers.delete(`node ${graph} ${node}`);
    const { costs } = await this.node(graph, node);
    if (!costs) throw new Error('The costs of this node were not counted.');
    return costs;
  }

  costs(graph: number): Promise<CostsResult> {
    return this.once(`costs ${graph}`, () =>
      this.requester.request('netloupe/costs', { uri: this.uri, graph }),
    );
  }

  /** For each card of the scene what its nodes cost together. */
  async overlay(graph: number, metric: Metric, unfold: boolean): Promise<(number | null)[]> {
    const ask = () => this.requester.request('netloupe/overlay', { uri: this.uri, graph, metric, unfold });
    return (await this.once(`overlay ${graph} ${metric} ${unfold}`, ask)).values;
  }

  /** What a chosen target makes of the graph. */
  target(graph: number, target: string, unfold: boolean): Promise<TargetsResult> {
    return this.once(`target ${graph} ${target} ${unfold}`, () =>
      this.requester.request('netloupe/targets', { uri: this.uri, graph, target, unfold }),
    );
  }

  size(): Promise<SizeResult> {
    return this.once('size', () => this.requester.request('netloupe/size', { uri: this.uri }));
  }

  signature(): Promise<SignatureResult> {
    return this.once('signature', () => this.requester.request('netloupe/signature', { uri: this.uri }));
  }

  code(entry: number, language: string): Promise<CodeResult> {
    return this.once(`code ${entry} ${language}`, () =>
      this.requester.request('netloupe/code', { uri: this.uri, entry, language }),
    );
  }

  async findings(): Promise<FindingInfo[]> {
    const ask = () => this.requester.request('netloupe/findings', { uri: this.uri });
    return (await this.once('findings', ask)).findings;
  }

  /** The same once the rules that read weights have run, with what was left out. */
  allFindings(): Promise<FindingsResult> {
    return this.once('all findings', () =>
      this.requester.request('netloupe/findings', { uri: this.uri, complete: true }),
    );
  }

  values(constant: number, first: number, count: number, statistics: boolean): Promise<ValuesResult> {
    return this.requester.request('netloupe/values', { uri: this.uri, constant, first, count, statistics });
  }

  find(query: string, limit: number, signal: AbortSignal): Promise<FindResult> {
    return this.requester.request('netloupe/find', { uri: this.uri, query, limit }, signal);
  }

  resolve(key: string): Promise<ResolveResult> {
    return this.requester.request('netloupe/resolve', { uri: this.uri, key });
  }

  private once<T>(key: string, ask: () => Promise<T>): Promise<T> {
    if (this.answers.size > kMostRemembered) this.answers.clear();
    return remember(this.answers, key, ask);
  }
}

function sceneKey(graph: number, direction: Direction, unfold: boolean): string {
  return `${graph} ${direction} ${unfold}`;
}

function toScene(bytes: Uint8Array, direction: Direction): Scene {
  return new Scene(decode(gunzip(bytes)), direction);
}

/** Failed answers are forgotten, so that they are asked again. */
function remember<T>(known: Map<string, Promise<unknown>>, key: string, ask: () => Promise<T>): Promise<T> {
  const before = known.get(key) as Promise<T> | undefined;
  if (before) return before;
  const answer = ask();
  known.set(key, answer);
  answer.catch(() => {
    if (known.get(key) === answer) known.delete(key);
  });
  return answer;
}
