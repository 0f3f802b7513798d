/** A real Prometheus that scrapes processes of a test, where one is installed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, spawnOwned, startGuard, statusOf } from '@muster/local-servers';
import { until } from '@muster/test-kit';

/** Shorter than in production, as the story waits for it. */
const EVERY = '1s';

/** In seconds of Unix time, after any test. */
const LATE = 9_999_999_999;

export const hasPrometheus = (): boolean =>
  spawnSync('prometheus', ['--version'], { stdio: 'ignore' }).status === 0;

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Prometheus {
  /** The number of series that a query finds at present. */
  count(expr: string): Promise<number>;
  /** The samples that a query finds at present, the largest first. */
  samples(expr: string): Promise<Sample[]>;
  /** The traces that series of a query lead to. */
  traces(expr: string): Promise<string[]>;
  /** Errors of rules that could not be evaluated. */
  ruleErrors(): Promise<string[]>;
  stop(): Promise<void>;
}

export interface RuleGroup {
  readonly name: string;
  readonly rules: readonly object[];
}

export interface Scraped {
  readonly opsUrls: readonly string[];
  /** Its files go into a folder in here. */
  readonly folder: string;
}

export async function startPrometheus(
  { opsUrls, folder }: Scraped,
  groups: readonly RuleGroup[],
): Promise<Prometheus> {
  const home = join(folder, 'prometheus');
  mkdirSync(home, { recursive: true });
  // JSON is YAML.
  const rules = { groups: groups.map((group) => ({ ...group, interval: EVERY })) };
  writeFileSync(join(home, 'rules.yaml'), JSON.stringify(rules));
  const targets = opsUrls.map((url) => new URL(url).host);
  writeFileSync(
    join(home, 'prometheus.yaml'),
    JSON.stringify({
      global: { scrape_interval: EVERY, evaluation_interval: EVERY },
      rule_files: ['rules.yaml'],
      scrape_configs: [{ job_name: 'muster', static_configs: [{ targets }] }],
    }),
  );
  const port = await freePort();
  const guard = startGuard();
  const spawned = spawnOwned({
    command: 'prometheus',
    args: [
      `--config.file=${join(home, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(home, 'store')}`,
      '--enable-feature=exemplar-storage',
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: home,
    logFile: join(home, 'log'),
    pidFile: join(home, 'pid'),
    guard,
    rank: 1,
    endSignal: 'SIGTERM',
  });
  const where = { host: '127.0.0.1', port };
  await until('a ready Prometheus', async () =>
    (await statusOf(where, '/-/ready', 1_000)) === 200 ? true : undefined,
  );
  const ask = async <T>(path: string): Promise<T> => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const body = (await reply.json()) as { status: string; data: T; error?: string };
    if (body.status !== 'success') throw new Error(`${path}: ${body.error}`);
    return body.data;
  };
  const samples = async (expr: string): Promise<Sample[]> => {
    const { result } = await ask<{
      result: { metric: Sample['labels']; value: [number, string] }[];
    }>(`query?query=${encodeURIComponent(expr)}`);
    return result
      .map(({ metric: labels, value: [, value] }) => ({ labels, value: Number(value) }))
      .toSorted((a, b) => b.value - a.value);
  };
  return {
    samples,
    count: async (expr) => (await samples(expr)).length,
    traces: async (expr) => {
      const path = `query_exemplars?query=${encodeURIComponent(expr)}&start=0&end=${LATE}`;
      const found = await ask<{ exemplars: { labels: { trace_id: string } }[] }[]>(path);
      return found.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels.trace_id));
    },
    ruleErrors: async () => {
      const { groups: evaluated } = await ask<{
        groups: { rules: { name: string; lastError?: string }[] }[];
      }>('rules');
      return evaluated.flatMap((group) =>
        group.rules.flatMap(({ name, lastError }) => (lastError ? [`${name}: ${lastError}`] : [])),
      );
    },
    stop: async () => {
      spawned.signal('SIGTERM');
      await spawned.gone;
      await guard.close();
    },
  };
}
