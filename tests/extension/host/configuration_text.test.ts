import { describe, expect, it } from 'vitest';
import { literalPattern, withSuppressions } from '../../../extension/src/host/configuration_text.js';

const kAccepted = { rules: ['Q01'], node: 'head/softmax', reason: 'On the CPU on purpose.' };

describe('withSuppressions', () => {
  it('makes a configuration of nothing', () => {
    expect(JSON.parse(withSuppressions('', [kAccepted]))).toEqual({ suppress: [kAccepted] });
  });

  it('leaves what is there as it is written', () => {
    const text = '{\n    "ignore":   ["H01"],\n    "suppress": [{"op": "Exp", "reason": "known"}]\n}\n';
    const changed = withSuppressions(text, [kAccepted]);
    expect(changed).toContain('    "ignore":   ["H01"],\n');
    expect((JSON.parse(changed) as { suppress: unknown[] }).suppress).toHaveLength(2);
  });

  it('keeps what holds for one model in one override', () => {
    const other = { rules: ['F01'], reason: 'Trained so.' };
    const once = withSuppressions(
      '{"overrides": [{"files": ["b.onnx"], "ignore": ["H"]}]}',
      [kAccepted],
      'a.onnx',
    );
    const twice = withSuppressions(once, [other], 'a.onnx');
    expect(JSON.parse(twice)).toEqual({
      overrides: [
        { files: ['b.onnx'], ignore: ['H'] },
        { files: ['a.onnx'], suppress: [kAccepted, other] },
      ],
    });
  });

  it('gives an override that accepts nothing yet its list', () => {
    const changed = withSuppressions('{"overrides": [{"files": ["a.onnx"]}]}', [kAccepted], 'a.onnx');
    expect(JSON.parse(changed)).toEqual({ overrides: [{ files: ['a.onnx'], suppress: [kAccepted] }] });
  });

  it('does not touch what is no object', () => {
    expect(() => withSuppressions('[]', [kAccepted])).toThrow('not a JSON object');
  });
});

describe('literalPattern', () => {
  it('takes wildcards for themselves', () => {
    expect(literalPattern('block[1]/conv*?')).toBe('block[[]1]/conv[*][?]');
    expect(literalPattern('plain/name')).toBe('plain/name');
  });
});
