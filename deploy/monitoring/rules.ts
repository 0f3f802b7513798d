/** The alerts and what they are computed from, in the form of Prometheus. */
import { alerts } from './alerts.ts';
import { recordedRatios } from './objectives.ts';
import { runbookUrl } from './runbooks.ts';

export const ruleGroups = [
  { name: 'muster-objectives', interval: '30s', rules: recordedRatios },
  {
    name: 'muster-alerts',
    rules: alerts.map(({ name, severity, expr, for: lasting, summary }) => ({
      alert: name,
      expr,
      for: lasting,
      labels: { severity },
      annotations: { summary, runbook_url: runbookUrl(name) },
    })),
  },
] as const;
