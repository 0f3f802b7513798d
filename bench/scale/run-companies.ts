/**
 * `pnpm bench:companies`: whether requests, rest and memory depend on the number of companies. Each
 * size has a stack of its own, with four companies at work and the others at rest, and the stacks
 * take turns, so that other programs slow all of them.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@muster/local-servers';
import { becomesQuiet, cpuOf, cpuShare, memoryOf, minus, total } from '@muster/local/machine';
import { removeDataFolder, startStack, type Stack } from '@muster/local/stack';
import { openConnection } from '@muster/test-kit/http-connection';
import { measureRow, type RowFigures } from '../compare/turn.ts';
import { positive } from '../options.ts';
import { keepPage, machine, table } from '../page.ts';
import { rowsOf, type Row } from '../rows.ts';
import { httpScenarios } from '../scenarios.ts';
import { creator, seedAgent, seedCompanies } from '../seed.ts';
import { quantile } from '../statistics.ts';
import { copyCompany } from './copy-company.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10,100000' },
    agents: { type: 'string', default: '10' },
    operations: { type: 'string', default: '800' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: 'me,get,inbox,list,create,comment,patch,checkout,cost' },
    name: { type: 'string', default: 'companies' },
  },
});
const sizes = values.sizes.split(',').map((size) => positive('sizes', size));
const agents = positive('agents', values.agents);
const operations = positive('operations', values.operations);
const rounds = positive('rounds', values.rounds);
const rows = rowsOf(values.only);

const WORKING = { companies: 4, clientsPerCompany: 2, agentsPerClient: 4, issuesPerClient: 125 };
/** Autovacuum, checkpoints and full sweeps come after the copying. */
const SETTLE_MS = 60_000;
const REST_MS = 60_000;

const print = (line: string): void => void process.stderr.write(`${line}\n`);

interface SizedStack {
  readonly size: number;
  readonly stack: Stack;
  readonly dataDir: string;
  /** Of one core, and megabytes, while nothing happens. */
  readonly rest: { readonly share: number; readonly memory: number };
  readonly figures: Map<Row, RowFigures[]>;
}

async function openSizedStack(size: number): Promise<SizedStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-companies-'));
  const settings = {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '0',
    COMPANY_RATE_LIMIT_PER_SECOND: '0',
  };
  const options = { dataDir, port: await freePort(), settings };
  const first = await startStack(options);
  await restingCompanies(first, size);
  // Started again, as after an upgrade: every log and every timer is looked at once.
  await first.stop();
  const stack = await startStack(options);
  const read = () => cpuOf(stack.pids);
  await becomesQuiet(read);
  await delay(SETTLE_MS);
  const before = read();
  const share = await cpuShare(read, REST_MS);
  const byProcess = [...minus(read(), before)].map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`);
  const memory = total(memoryOf(stack.pids).pss);
  print(`${size} companies at rest: ${(share * 100).toFixed(1)} % (${byProcess.join(', ')})`);
  return { size, stack, dataDir, rest: { share, memory }, figures: new Map() };
}

/** A company whose agents have timers of a day, as often as asked for. */
async function restingCompanies(stack: Stack, size: number): Promise<void> {
  const connection = await openConnection(stack.baseUrl);
  const board = creator(connection, stack.boardToken);
  const { id: companyId } = await board('/companies', { name: 'Resting' });
  for (let number = 1; number < agents; number += 1) {
    await board(`/companies/${companyId}/agents`, {
      name: `Sleeper ${number}`,
      runtimeConfig: { heartbeat: { enabled: true, intervalSec: 86_400 } },
    });
  }
  await seedAgent(board, companyId, 'Keeper');
  connection.close();
  await becomesQuiet(() => cpuOf(stack.pids));
  const startedAt = performance.now();
  await copyCompany(stack, companyId, size - 1);
  print(`${size} companies in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}

/** Companies of its own: the gateway closes connections that wait for the turn of another stack. */
async function playRound({ size, stack, figures }: SizedStack): Promise<void> {
  const seed = await seedCompanies(stack, WORKING);
  try {
    for (const scenario of httpScenarios(seed)) {
      if (!rows.includes(scenario.name)) continue;
      const row = await measureRow(scenario, operations, () => cpuOf(stack.pids));
      figures.set(scenario.name, [...(figures.get(scenario.name) ?? []), row]);
      print(`${size}, ${scenario.name}: p50 ${row.p50Ms.toFixed(2)} ms`);
    }
  } finally {
    seed.close();
  }
}

const medianOf = (figures: readonly RowFigures[], of: (row: RowFigures) => number): number =>
  quantile(figures.map(of), 0.5);

function render(stacks: readonly SizedStack[]): string {
  const [smallest] = stacks;
  const line = (row: Row, of: (figures: RowFigures) => number): string[] => {
    const medians = stacks.map(({ figures }) => medianOf(figures.get(row) ?? [], of));
    const [base = Number.NaN] = medians;
    return [
      ...medians.map((median) => median.toFixed(2)),
      ...medians.slice(1).map((median) => (median / base).toFixed(2)),
    ];
  };
  const heads = [
    ...stacks.map(({ size }) => `${size}`),
    ...stacks.slice(1).map(({ size }) => `${size} : ${smallest?.size}`),
  ];
  const tableOf = (of: (figures: RowFigures) => number): string =>
    table([['', ...heads], ...rows.map((row) => [row, ...line(row, of)])]);
  return [
    machine(),
    `Four companies at work in each stack, the others at rest with ${agents} agents each that wake ` +
      `once a day; ${rounds} rounds in turn, medians of the rounds.`,
    `p50 in milliseconds:\n\n${tableOf(({ p50Ms }) => p50Ms)}`,
    `CPU in milliseconds a request:\n\n${tableOf(({ cpuMs }) => total(cpuMs))}`,
    table([
      ['at rest', ...stacks.map(({ size }) => `${size}`)],
      ['% of a core', ...stacks.map(({ rest }) => (rest.share * 100).toFixed(1))],
      ['PSS, MB', ...stacks.map(({ rest }) => rest.memory.toFixed(0))],
    ]),
  ].join('\n\n');
}

const stacks: SizedStack[] = [];

async function close(): Promise<void> {
  for (const { stack, dataDir } of stacks.splice(0)) {
    await stack.stop();
    await removeDataFolder(dataDir);
  }
}

process.once('SIGINT', () => void close().finally(() => process.exit(1)));

try {
  for (const size of sizes) stacks.push(await openSizedStack(size));
  for (let round = 0; round < rounds; round += 1) {
    for (const each of stacks) await playRound(each);
  }
  const page = render(stacks);
  console.log(page);
  keepPage(values.name, page);
} finally {
  await close();
}
