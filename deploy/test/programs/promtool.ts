/** Checks rules with Prometheus' own tool, where it is installed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itEach } from '@muster/test-kit';
import { stringify } from 'yaml';
import { onPath } from './on-path.ts';

export const promtool = onPath('promtool');

/** Tests that ask it; without it they are counted as not run. */
export const itEachByPromtool = <T>(all: readonly T[]) => itEach(all, () => promtool !== undefined);

export interface Group {
  readonly name: string;
  readonly rules: readonly {
    readonly alert?: string;
    readonly record?: string;
    readonly expr: string;
  }[];
}

export interface RuleTest {
  readonly alert: string;
  readonly series: Readonly<Record<string, string>>;
  readonly atMinutes: number;
}

/** The output of `promtool check rules`; throws where a rule is invalid. */
export const checkRules = (groups: readonly Group[]): string =>
  inFolder((folder) => {
    const file = join(folder, 'rules.yaml');
    writeFileSync(file, stringify({ groups }));
    return run(['check', 'rules', file]);
  });

/** The output of `promtool check config` for `prometheus.yaml` and the files that it names. */
export const checkConfig = (files: Readonly<Record<string, string>>): string =>
  inFolder((folder) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const file = join(folder, 'prometheus.yaml');
    return run(['check', 'config', file]).replaceAll(`${folder}/`, '');
  });

/** Whether an alert fires after this history. */
export const fires = (
  groups: readonly Group[],
  { alert, series, atMinutes }: RuleTest,
): boolean => {
  // promtool is told to expect no alert, so it reports one that fires; any other report is a fault
  // of the test.
  const report = inFolder((folder) => {
    writeFileSync(join(folder, 'rules.yaml'), stringify({ groups: onlyFor(alert, groups) }));
    const file = join(folder, 'test.yaml');
    writeFileSync(
      file,
      stringify({
        rule_files: ['rules.yaml'],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: Object.entries(series).map(([name, values]) => ({
              series: name,
              values,
            })),
            alert_rule_test: [{ eval_time: `${atMinutes}m`, alertname: alert, exp_alerts: [] }],
          },
        ],
      }),
    );
    try {
      run(['test', 'rules', file]);
      return '';
    } catch (error) {
      return String((error as { stderr?: string }).stderr);
    }
  });
  if (report !== '' && !report.includes(`alertname: ${alert}`)) throw new Error(report);
  return report !== '';
};

/** The rule and the recorded series that it needs: the others only take time. */
const onlyFor = (alert: string, groups: readonly Group[]): Group[] => {
  const { expr } = groups.flatMap(({ rules }) => rules).find((rule) => rule.alert === alert) ?? {
    expr: '',
  };
  return groups.map((group) => ({
    ...group,
    rules: group.rules.filter(
      (rule) => rule.alert === alert || (rule.record !== undefined && expr.includes(rule.record)),
    ),
  }));
};

function run(args: readonly string[]): string {
  if (!promtool) throw new Error('promtool is not installed');
  return execFileSync(promtool, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'muster-rules-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
