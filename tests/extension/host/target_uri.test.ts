import { describe, expect, it } from 'vitest';
import { fragmentToTarget, targetToFragment } from '../../../extension/src/host/target_uri.js';

describe('targets as fragments', () => {
  it('come back as they went in', () => {
    for (const target of [
      { graph: 0, node: 42 },
      { graph: 3 },
      { graph: 0, tensor: 7 },
      { graph: 1, node: 2, tensor: 3 },
    ]) {
      expect(fragmentToTarget(targetToFragment(target))).toEqual(target);
    }
  });

  it('name the model when there is no element', () => {
    expect(targetToFragment(undefined)).toBe('model');
    expect(targetToFragment({})).toBe('model');
    expect(fragmentToTarget('model')).toBeUndefined();
  });

  it('ignore what is not theirs', () => {
    expect(fragmentToTarget('L10')).toBeUndefined();
    expect(fragmentToTarget('graph=-1')).toBeUndefined();
    expect(fragmentToTarget('graph=99999999999999')).toBeUndefined();
    expect(fragmentToTarget('graph=1&evil=2')).toEqual({ graph: 1 });
  });
});
