/** The alerts and the recorded ratios they are computed from, as Prometheus rule groups. */
import type { Alert } from './alert.ts';
import { alerts } from './alerts.ts';
import { recordedRatios } from './objectives.ts';
import { runbookPage } from './runbooks.ts';

const ruleOf = ({ name, severity, expr, for: lasting, summary }: Alert) => ({
  alert: name,
  expr,
  for: lasting,
  labels: { severity },
  annotations: { summary, runbook: runbookPage(name) },
});

/**
 * A renamed alert fires under its old name too, so that routes and silences work until they are
 * changed. The label lets an operator drop the old names at once.
 */
const rulesOf = (alert: Alert) => {
  const { name, formerly, severity } = alert;
  const rule = ruleOf(alert);
  if (formerly === undefined) return [rule];
  return [
    rule,
    {
      ...rule,
      alert: formerly,
      labels: { severity, deprecated: 'true' },
      annotations: { ...rule.annotations, renamed_to: name },
    },
  ];
};

export const ruleGroups = [
  { name: 'muster-objectives', interval: '30s', rules: recordedRatios },
  { name: 'muster-alerts', rules: alerts.flatMap(rulesOf) },
] as const;
