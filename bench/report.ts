/** Renders windows as a page that can be compared with an older one. */
import { plus, total, type Amounts, type Memory } from '@muster/local/machine';
import { atLeast, GOAL_HEADS, PART_GOALS } from './goals.ts';
import type { Window } from './load.ts';
import { machine, table } from './page.ts';
import { rawRowOf, REQUEST_ROWS } from './rows.ts';
import { compare, median, quantile, ratioText } from './statistics.ts';

export interface MeasuredWindow extends Window {
  /** What other programs took of the machine meanwhile, in cores. */
  readonly othersShare: number;
}

/** All windows of one scenario, in the order of the rounds. */
export interface Measured {
  readonly name: string;
  readonly windows: readonly MeasuredWindow[];
  readonly cpuMs: Amounts;
  /** What Postgres did for these windows; see `openPostgresMeter`. */
  readonly postgres: Amounts;
}

export interface Rest {
  readonly name: string;
  readonly memory: Memory;
  /** Of one core. */
  readonly cpuShare: number;
}

export interface Findings {
  readonly measured: readonly Measured[];
  readonly rests: readonly Rest[];
  readonly starts: { readonly coldSeconds: number; readonly warmSeconds: number };
  readonly setting: string;
}

export const addWindow = (
  one: Measured,
  window: MeasuredWindow,
  { cpuMs, postgres }: Pick<Measured, 'cpuMs' | 'postgres'>,
): Measured => ({
  name: one.name,
  windows: [...one.windows, window],
  cpuMs: plus(one.cpuMs, cpuMs),
  postgres: plus(one.postgres, postgres),
});

export function render({ measured, rests, starts, setting }: Findings): string {
  return [
    `${machine()}\n\n${setting}`,
    `## Requests\n\n${table(requestRows(measured))}\n\n${disturbance(measured)}`,
    ...yardsticks(measured),
    `## CPU milliseconds per request\n\n${table(cpuRows(measured))}`,
    `## What Postgres does for a request\n\n${table(postgresRows(measured))}`,
    `## At rest\n\n${table(restRows(rests))}\n\n${rests.map(sentenceOf).join('\n')}`,
    '## Start\n\nFrom the call of the launcher to the first 200 of /api/health: ' +
      `${starts.coldSeconds.toFixed(1)} s in an empty folder, ` +
      `${starts.warmSeconds.toFixed(1)} s on the same data again.`,
    ...failuresOf(measured),
  ].join('\n\n');
}

function requestRows(measured: readonly Measured[]): string[][] {
  return [
    [
      '',
      'per second',
      'of the rounds',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'CPU ms',
      'requests',
      'failed',
    ],
    ...measured.map(({ name, windows, cpuMs }) => {
      const rates = windows.map(rateOf);
      const latencies = windows.flatMap((window) => [...window.latenciesMs]);
      const requests = requestsIn(windows);
      const failed = windows
        .flatMap(({ failures }) => [...failures.values()])
        .reduce((sum, count) => sum + count, 0);
      return [
        name,
        median(rates).toFixed(0),
        `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`,
        ...[0.5, 0.95, 0.99].map((share) => quantile(latencies, share).toFixed(1)),
        (total(cpuMs) / requests).toFixed(3),
        String(requests),
        String(failed),
      ];
    }),
  ];
}

const rateOf = ({ requests, seconds }: MeasuredWindow): number => requests / seconds;
const requestsIn = (windows: readonly MeasuredWindow[]): number =>
  windows.reduce((sum, { requests }) => sum + requests, 0);

/** Each row beside its yardstick: rates within a round, CPU of all rounds. */
function yardsticks(measured: readonly Measured[]): string[] {
  const rows = REQUEST_ROWS.flatMap((row): string[][] => {
    const found = measured.find(({ name }) => name === row);
    const raw = measured.find(({ name }) => name === rawRowOf(row));
    if (!found || !raw) return [];
    const rates = found.windows.flatMap((window, round): [number, number][] => {
      const beside = raw.windows[round];
      return beside ? [[rateOf(window), rateOf(beside)]] : [];
    });
    const { these, others, ...ratio } = compare(rates);
    const cpu = [found, raw].map(({ cpuMs, windows }) =>
      (total(cpuMs) / requestsIn(windows)).toFixed(3),
    );
    const goal = atLeast(ratio.ratio, PART_GOALS[row]);
    return [[row, these.toFixed(0), others.toFixed(0), ratioText(ratio), ...goal, ...cpu]];
  });
  if (rows.length === 0) return [];
  const head = ['', 'req/s', 'raw req/s', 'part of raw', ...GOAL_HEADS, 'CPU ms', 'raw CPU ms'];
  return [`## As a part of raw SQL\n\n${table([head, ...rows])}`];
}

function disturbance(measured: readonly Measured[]): string {
  const shares = measured.flatMap(({ windows }) => windows.map(({ othersShare }) => othersShare));
  return (
    'Other programs of the machine used ' +
    `${median(shares).toFixed(2)} cores meanwhile (${Math.max(...shares).toFixed(2)} at most).`
  );
}

function cpuRows(measured: readonly Measured[]): string[][] {
  const names = [...(measured[0]?.cpuMs.keys() ?? [])];
  return [
    ['', 'sum', ...names, '(generator)'],
    ...measured.map(({ name, windows, cpuMs }) => {
      const requests = requestsIn(windows);
      const generatorMs = windows.reduce((sum, window) => sum + window.generatorMs, 0);
      const each = names.map((process) => (cpuMs.get(process) ?? 0) / requests);
      const cells = [total(cpuMs) / requests, ...each, generatorMs / requests];
      return [name, ...cells.map((ms) => ms.toFixed(3))];
    }),
  ];
}

function postgresRows(measured: readonly Measured[]): string[][] {
  const names = [...new Set(measured.flatMap(({ postgres }) => [...postgres.keys()]))];
  return [
    ['', ...names],
    ...measured.map(({ name, windows, postgres }) => {
      const requests = requestsIn(windows);
      return [name, ...names.map((each) => ((postgres.get(each) ?? 0) / requests).toFixed(3))];
    }),
  ];
}

function restRows(rests: readonly Rest[]): string[][] {
  const names = [...(rests[0]?.memory.rss.keys() ?? [])];
  const row = (title: string, amounts: Amounts) => [
    title,
    ...[total(amounts), ...names.map((name) => amounts.get(name) ?? 0)].map((megabytes) =>
      megabytes.toFixed(0),
    ),
  ];
  return [
    ['MB', 'sum', ...names],
    ...rests.flatMap(({ name, memory }) => [
      row(`RSS ${name}`, memory.rss),
      row(`PSS ${name}`, memory.pss),
    ]),
  ];
}

const sentenceOf = ({ name, cpuShare }: Rest): string =>
  `CPU of the whole stack ${name}, over 10 s: ${(cpuShare * 100).toFixed(1)} % of one core.  `;

function failuresOf(measured: readonly Measured[]): string[] {
  const lines = measured.flatMap(({ name, windows }) =>
    windows.flatMap(({ failures }) =>
      [...failures].map(([failure, count]) => `- ${name}, ${count} times: ${failure}`),
    ),
  );
  return lines.length === 0 ? [] : [`## Failures\n\n${lines.join('\n')}`];
}
