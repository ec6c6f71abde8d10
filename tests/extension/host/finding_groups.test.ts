import { expect, it } from 'vitest';
import { groupByRule } from '../../../extension/src/host/finding_groups.js';

const finding = (rule: string, severity: 'error' | 'warning' | 'info', message = '') => ({
  rule,
  ruleName: `name-of-${rule}`,
  severity,
  message,
});

it('puts the rules with the worst findings first', () => {
  const groups = groupByRule([
    finding('Q13', 'warning'),
    finding('H01', 'info'),
    finding('Q05', 'warning', 'first'),
    finding('T03', 'error'),
    finding('Q05', 'warning', 'second'),
  ]);
  expect(groups.map(({ rule }) => rule)).toEqual(['T03', 'Q05', 'Q13', 'H01']);
  expect(groups[1]?.findings.map(({ message }) => message)).toEqual(['first', 'second']);
});

it('gives a rule the severity of its worst finding', () => {
  const [group] = groupByRule([finding('T02', 'info'), finding('T02', 'error'), finding('T02', 'warning')]);
  expect(group?.severity).toBe('error');
  expect(group?.findings).toHaveLength(3);
});

it('has nothing to say of no findings', () => {
  expect(groupByRule([])).toEqual([]);
});
