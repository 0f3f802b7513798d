/** The rendered files of the monitoring, which the chart includes, and which a Prometheus without the operator loads. */
import { stringify } from 'yaml';
import { dashboards } from './dashboards.ts';
import { grafanaOf } from './grafana.ts';
import { ruleGroups } from './rules.ts';

const HEADER = '# Rendered by `pnpm render`; change deploy/monitoring/*.ts and render again.\n';

export const rulesFile =
  HEADER + stringify({ groups: ruleGroups }, { aliasDuplicateObjects: false });

/** Name of a file → a dashboard of Grafana. */
export const dashboardFiles: Readonly<Record<string, string>> = Object.fromEntries(
  dashboards.map((dashboard) => [
    `${dashboard.name}.json`,
    `${JSON.stringify(grafanaOf(dashboard), null, 2)}\n`,
  ]),
);
