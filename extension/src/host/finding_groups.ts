// Findings by rule, the worst first.
import type { FindingInfo } from '../generated/protocol.js';

export interface FindingGroup {
  rule: string;
  ruleName: string;
  /** Of its worst finding. */
  severity: FindingInfo['severity'];
  findings: FindingInfo[];
}

const kRank: Record<FindingInfo['severity'], number> = { error: 0, warning: 1, info: 2 };

export function groupByRule(findings: readonly FindingInfo[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { rule, ruleName, severity } = finding;
    const group = groups.get(rule);
    if (!group) {
      groups.set(rule, { rule, ruleName, severity, findings: [finding] });
      continue;
    }
    group.findings.push(finding);
    if (kRank[severity] < kRank[group.severity]) group.severity = severity;
  }
  return [...groups.values()].sort(
    (a, b) => kRank[a.severity] - kRank[b.severity] || (a.rule < b.rule ? -1 : 1),
  );
}
