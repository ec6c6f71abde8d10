import { describe, expect, it } from 'vitest';
import type { NodeCosts } from '../../../extension/src/generated/protocol.js';
import { costFacts, nodeName, percent, planTrouble } from '../../../extension/src/webview/inspector/costs.js';

const kAddition: NodeCosts = {
  macs: { text: '0', value: 0 },
  flops: { text: '2*batch' },
  bytesRead: { text: '16*batch B' },
  bytesWritten: { text: '8*batch B' },
  activationBytes: { text: '24*batch B' },
  parameters: { text: '0', value: 0 },
  weightBytes: { text: '0 B', value: 0 },
  intensity: { text: 'unknown' },
};

describe('costs of a node', () => {
  it('shows formulas and unknowns as the backend words them', () => {
    const facts = new Map(costFacts(kAddition));
    expect(facts.get('FLOPs')).toBe('2*batch');
    expect(facts.get('Intensity')).toBe('unknown');
  });

  it('has rows of weights for nodes that have some, or that may have', () => {
    const names = (costs: NodeCosts) => costFacts(costs).map(([name]) => name);
    expect(names(kAddition)).not.toContain('Parameters');
    expect(names({ ...kAddition, parameters: { text: '9', value: 9 } })).toContain('Parameters');
    expect(names({ ...kAddition, weightBytes: { text: 'unknown', unknown: 1 } })).toContain('Weights');
  });

  it('has no intensity where nothing is moved', () => {
    const nothing = { text: '0 B', value: 0 };
    const view = { ...kAddition, bytesRead: nothing, bytesWritten: nothing };
    expect(costFacts(view).map(([name]) => name)).not.toContain('Intensity');
  });
});

describe('the memory plan', () => {
  const none = { unbound: [], unknown: 0, peakTensors: [] };

  it('says what it lacks', () => {
    expect(planTrouble({ ...none, unbound: ['batch', 'seq'] })).toBe('Needs numbers for batch, seq.');
    expect(planTrouble({ ...none, unbound: ['batch'], unknown: 1 })).toBe(
      'Needs numbers for batch and the size of 1 tensor, which is unknown.',
    );
  });

  it('has nothing to say where it is complete', () => {
    expect(planTrouble({ ...none, arenaBytes: 0 })).toBeUndefined();
  });
});

it('names nodes once', () => {
  expect(nodeName({ node: 4, op: 'Conv', name: '' })).toBe('Conv #5');
  expect(nodeName({ node: 4, op: 'Conv', name: 'stem' })).toBe('Conv stem');
  expect(nodeName({ node: 4, op: 'Conv', name: '/stem/Conv' })).toBe('/stem/Conv');
});

it('tells small shares from none', () => {
  expect([0, 0.0001, 0.123, 1].map(percent)).toEqual(['0.0 %', '< 0.1 %', '12.3 %', '100 %']);
});
