/** From the rounds of two working copies to one page. */
import { total, type Amounts } from '@muster/local/machine';
import {
  atLeast,
  atMost,
  CPU_GOALS,
  GOAL_HEADS,
  IDLE_PSS_GOAL_MB,
  LOADED_PSS_GOAL_MB,
  PART_GOALS,
  REST_GOAL_PERCENT,
  WARM_START_GOAL_SECONDS,
} from '../goals.ts';
import { machine, table } from '../page.ts';
import { rawRowOf, REQUEST_ROWS, type RequestRow, type Row } from '../rows.ts';
import { compare, median, ratioText, type Comparison } from '../statistics.ts';
import { UNSEEN } from './control-group.ts';
import { CLIENTS, type CompareOptions } from './options.ts';
import type { RowFigures, Rows, Turn } from './turn.ts';
import type { WorkingCopy } from './working-copy.ts';

/** Two turns that followed one another, and what raw SQL reached beside them. */
export interface Round {
  readonly these: Turn;
  readonly others: Turn;
  readonly raws: Rows;
}

type Rounds = readonly Round[];

export function render(
  rounds: Rounds,
  copies: { readonly this: WorkingCopy; readonly other: WorkingCopy },
  { issues, companies, rows, rounds: count, operations }: CompareOptions,
): string {
  const measured = rows.filter((row) =>
    rounds.every(({ these, others }) => these.rows.has(row) && others.rows.has(row)),
  );
  return [
    machine(),
    `This: ${copies.this.version}  \nOther: ${copies.other.version}`,
    `${count} rounds of two turns, each on a data folder of its own with ${issues} issues in ` +
      `${companies === 1 ? 'one company' : `${companies} companies`}, over ${CLIENTS} connections, ${operations} operations; figures are ` +
      'medians of the rounds. A ratio is of this to the other within a round: its median and, ' +
      'in parentheses, the smallest and the largest.',
    countedBy(rounds),
    `## CPU milliseconds per request\n\n${table(cpuRows(rounds, measured))}`,
    `## Requests a second and latency\n\n${table(rateRows(rounds, measured))}\n\n` +
      disturbance(rounds),
    ...yardsticks(rounds),
    `## CPU milliseconds per request by process\n\n${table(processRows(rounds, measured))}`,
    `## Start, memory and rest\n\n${table(systemRows(rounds))}`,
    `## PSS in MB by process\n\n${table(memoryRows(rounds))}`,
    ...failures(rounds),
  ].join('\n\n');
}

function countedBy(rounds: Rounds): string {
  const counters = new Set(rounds.flatMap(({ these, others }) => [these.counter, others.counter]));
  const [counter] = counters;
  return counter !== undefined && counters.size === 1
    ? `CPU is what a control group counted, ${counter}; *${UNSEEN}* is its part that the processes ` +
        'of the tables do not account for.'
    : 'CPU is the sum of the processes, because no control group could be made; processes that no ' +
        'parent has waited for are missing, for example those in a sandbox of an agent.';
}

const COMPARED = ['this', 'other', 'this / other'];

/** The cells of one figure of both. */
function cells({ these, others, ...ratio }: Comparison, digits: number): string[] {
  return [these.toFixed(digits), others.toFixed(digits), ratioText(ratio)];
}

const compareTurns = (rounds: Rounds, figure: (turn: Turn) => number): Comparison =>
  compare(rounds.map(({ these, others }) => [figure(these), figure(others)]));

const compareRow = (
  rounds: Rounds,
  row: Row,
  figure: (figures: RowFigures) => number,
): Comparison => compareTurns(rounds, (turn) => figure(figuresOf(turn, row)));

const figuresOf = ({ rows }: Turn, row: Row): RowFigures => rows.get(row) as RowFigures;
const cpuOfRow = ({ cpuMs }: RowFigures): number => total(cpuMs);

const cpuRows = (rounds: Rounds, rows: readonly Row[]): string[][] => [
  ['', ...COMPARED, ...GOAL_HEADS, 'requests a turn'],
  ...rows.map((row) => {
    const compared = compareRow(rounds, row, cpuOfRow);
    return [
      row,
      ...cells(compared, 3),
      ...atMost(compared.these, CPU_GOALS[row]),
      String(median(rounds.map(({ these }) => figuresOf(these, row).requests))),
    ];
  }),
];

const rateRows = (rounds: Rounds, rows: readonly Row[]): string[][] => [
  [
    '',
    ...['req/s', 'p50 ms', 'p95 ms'].flatMap((name) =>
      COMPARED.map((column) => `${name} ${column}`),
    ),
  ],
  ...rows.map((row) => [
    row,
    ...cells(
      compareRow(rounds, row, ({ perSecond }) => perSecond),
      0,
    ),
    ...cells(
      compareRow(rounds, row, ({ p50Ms }) => p50Ms),
      1,
    ),
    ...cells(
      compareRow(rounds, row, ({ p95Ms }) => p95Ms),
      1,
    ),
  ]),
];

function disturbance(rounds: Rounds): string {
  const shares = rounds
    .flatMap(({ these, others }) => [these, others])
    .flatMap(({ rows }) => [...rows.values()].map(({ othersShare }) => othersShare));
  if (shares.length === 0) return '';
  return (
    `Other programs of the machine used ${median(shares).toFixed(2)} cores meanwhile ` +
    `(${Math.max(...shares).toFixed(2)} at most).`
  );
}

/** Each row beside its yardstick, within a round. */
function yardsticks(rounds: Rounds): string[] {
  const measured = REQUEST_ROWS.filter((row) =>
    rounds.every(({ raws }) => raws.has(rawRowOf(row))),
  );
  if (measured.length === 0) return [];
  const rows = measured.map((row) => {
    const rate = besideRaw(rounds, row, ({ perSecond }) => perSecond);
    const cpu = besideRaw(rounds, row, cpuOfRow);
    const reached = rate.these ? atLeast(rate.these.ratio, PART_GOALS[row]) : ['', ''];
    const rates = [rate.raw.toFixed(0), textOf(rate.these), textOf(rate.others), ...reached];
    return [row, ...rates, cpu.raw.toFixed(3), textOf(cpu.these), textOf(cpu.others)];
  });
  const parts = ['this / raw', 'other / raw'];
  const head = ['', 'raw req/s', ...parts, ...GOAL_HEADS, 'raw CPU ms', ...parts];
  return [
    `## As a part of raw SQL\n\n${table([head, ...rows])}`,
    `## CPU milliseconds of raw SQL by process\n\n${table(rawProcessRows(rounds, measured))}`,
  ];
}

const textOf = (part: Comparison | undefined): string => (part ? ratioText(part) : '');

function besideRaw(rounds: Rounds, row: RequestRow, figure: (figures: RowFigures) => number) {
  const part = (turnOf: (round: Round) => Turn): Comparison | undefined => {
    const pairs = rounds.flatMap((round): [number, number][] => {
      const figures = turnOf(round).rows.get(row);
      return figures ? [[figure(figures), figure(rawOf(round, row))]] : [];
    });
    return pairs.length === 0 ? undefined : compare(pairs);
  };
  return {
    raw: median(rounds.map((round) => figure(rawOf(round, row)))),
    these: part(({ these }) => these),
    others: part(({ others }) => others),
  };
}

const rawOf = ({ raws }: Round, row: RequestRow): RowFigures =>
  raws.get(rawRowOf(row)) as RowFigures;

/** Of the processes that take part; the services beside them are at rest. */
const RAW_PROCESSES = ['raw', 'postgres'];

const rawProcessRows = (rounds: Rounds, measured: readonly RequestRow[]): string[][] => [
  ['', 'sum of all', ...RAW_PROCESSES],
  ...measured.map((row) => {
    const amounts = rounds.map((round) => rawOf(round, row).cpuMs);
    const ofProcess = (name: string) => amounts.map((each) => each.get(name) ?? 0);
    const all = [amounts.map(total), ...RAW_PROCESSES.map(ofProcess)];
    return [row, ...all.map((each) => median(each).toFixed(3))];
  }),
];

/** Medians of what each process has, this and the other in neighbouring lines. */
function byProcess(
  rounds: Rounds,
  lines: readonly (readonly [string, (turn: Turn) => Amounts])[],
  digits: number,
): string[][] {
  const turns = rounds.flatMap(({ these, others }) => [these, others]);
  const names = [
    ...new Set(lines.flatMap(([, amounts]) => turns.flatMap((turn) => [...amounts(turn).keys()]))),
  ].toSorted();
  const line = (title: string, amounts: readonly Amounts[]) => [
    title,
    median(amounts.map(total)).toFixed(digits),
    ...names.map((name) => median(amounts.map((each) => each.get(name) ?? 0)).toFixed(digits)),
  ];
  return [
    ['', 'sum', ...names],
    ...lines.flatMap(([title, amounts]) => [
      line(
        `${title}, this`,
        rounds.map(({ these }) => amounts(these)),
      ),
      line(
        `${title}, other`,
        rounds.map(({ others }) => amounts(others)),
      ),
    ]),
  ];
}

const processRows = (rounds: Rounds, rows: readonly Row[]): string[][] =>
  byProcess(
    rounds,
    rows.map((row) => [row, (turn) => figuresOf(turn, row).cpuMs] as const),
    3,
  );

const memoryRows = (rounds: Rounds): string[][] =>
  byProcess(
    rounds,
    [
      ['idle', ({ idlePss }) => idlePss],
      ['after the load', ({ loadedPss }) => loadedPss],
    ],
    0,
  );

const systemRows = (rounds: Rounds): string[][] => {
  const row = (
    title: string,
    digits: number,
    figure: (turn: Turn) => number,
    goal?: number,
  ): string[] => {
    const compared = compareTurns(rounds, figure);
    return [title, ...cells(compared, digits), ...atMost(compared.these, goal)];
  };
  const pssIdle = ({ idlePss }: Turn) => total(idlePss);
  const pssLoaded = ({ loadedPss }: Turn) => total(loadedPss);
  const again = ({ warmStartSeconds }: Turn) => warmStartSeconds;
  return [
    ['', ...COMPARED, ...GOAL_HEADS],
    row('start on the same data again, s', 2, again, WARM_START_GOAL_SECONDS),
    row('start in an empty folder, s', 2, ({ coldStartSeconds }) => coldStartSeconds),
    row('PSS idle, MB', 0, pssIdle, IDLE_PSS_GOAL_MB),
    row('PSS after the load, MB', 0, pssLoaded, LOADED_PSS_GOAL_MB),
    row('CPU at rest, % of one core', 1, ({ restShare }) => restShare * 100, REST_GOAL_PERCENT),
  ];
};

function failures(rounds: Rounds): string[] {
  const lines = rounds.flatMap(({ these, others }, index) =>
    Object.entries({ this: these, other: others }).flatMap(([side, { rows }]) =>
      [...rows].flatMap(([row, figures]) =>
        [...figures.failures].map(
          ([failure, count]) => `- round ${index + 1}, ${side}, ${row}, ${count} times: ${failure}`,
        ),
      ),
    ),
  );
  return lines.length === 0 ? [] : [`## Failures\n\n${lines.join('\n')}`];
}
