/**
 * `pnpm bench:costs`: whether the latency of requests about costs depends on their number. One stack
 * holds a company of each size; they get requests in turn, so that other programs slow all of them:
 * the ratios are reliable where the milliseconds are not.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack, type Stack } from '@muster/local/stack';
import pg from 'pg';
import { seedCosts, withoutIndexes, type CostsSeed } from './costs-seed.ts';
import {
  openConnection,
  requestText,
  type Connection,
  type RequestText,
} from '@muster/test-kit/http-connection';
import { keepPage, machine, table } from '../page.ts';
import { creator } from '../seed.ts';
import { quantile } from '../statistics.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    samples: { type: 'string', default: '60' },
    name: { type: 'string', default: 'costs' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const samples = Number(values.samples);
/** Steps of a kind before the clock counts: caches fill and statements are planned. */
const WARM_UP = 8;
const DAY_MS = 86_400_000;
/** A window that begins and ends in mid-day and has whole months in it. */
const LONG_DAYS = 200;
const SHORT_DAYS = 3;

const print = (line: string): void => void process.stderr.write(`${line}\n`);
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

type Ask = (seed: CostsSeed) => Omit<RequestText, 'token'>;

const get =
  (path: string, query: (seed: CostsSeed) => Record<string, string> = () => ({})): Ask =>
  (seed) => {
    const search = new URLSearchParams(query(seed)).toString();
    const end = search === '' ? '' : `?${search}`;
    return { method: 'GET', path: `/api/companies/${seed.companyId}/${path}${end}` };
  };
const over = (days: number) => () => ({ from: daysAgo(days), to: daysAgo(0.3) });

const questions: readonly (readonly [string, Ask])[] = [
  ['summary, this month', get('costs/summary')],
  ['summary, 200 days', get('costs/summary', over(LONG_DAYS))],
  ['by agent, this month', get('costs/by-agent')],
  ['by agent, 200 days', get('costs/by-agent', over(LONG_DAYS))],
  ['by project, this month', get('costs/by-project')],
  ['by model, 200 days', get('costs/by-model', over(LONG_DAYS))],
  ['by issue, 3 days', get('costs/by-issue', over(SHORT_DAYS))],
  ['by issue, this month', get('costs/by-issue')],
  ['by day, 200 days', get('costs/by-day', over(LONG_DAYS))],
  ['single costs', get('cost-events')],
  ['single costs of an agent', get('cost-events', ({ agentId }) => ({ agentId }))],
  ['export, 500 of them', get('costs/export', () => ({ limit: '500', from: daysAgo(LONG_DAYS) }))],
  [
    'book a cost',
    ({ companyId, agentId }) => ({
      method: 'POST',
      path: `/api/companies/${companyId}/cost-events`,
      body: { agentId, costCents: 1, provider: 'bench', model: 'model-1', inputTokens: 10 },
    }),
  ],
];

async function seedAll(stack: Stack): Promise<CostsSeed[]> {
  const client = new pg.Client({
    connectionString: stack.databaseUrl,
    options: '-c search_path=billing',
  });
  await client.connect();
  const seeds: CostsSeed[] = [];
  try {
    await withoutIndexes(client, async () => {
      for (const size of sizes) {
        const startedAt = performance.now();
        // Not kept: the gateway closes what is idle for as long as a million costs take.
        const connection = await openConnection(stack.baseUrl);
        seeds.push(await seedCosts(creator(connection, stack.boardToken), client, size));
        connection.close();
        print(`${size} costs in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
      }
    });
  } finally {
    await client.end();
  }
  return seeds;
}

async function once(connection: Connection, token: string, ask: Ask, seed: CostsSeed) {
  const request = ask(seed);
  const text = requestText({ ...request, token });
  const before = performance.now();
  const { status, body } = await connection.send(text);
  const ms = performance.now() - before;
  if (status === 200 || status === 201) return ms;
  throw new Error(`${request.method} ${request.path} was answered with ${status}: ${body}`);
}

async function measure(connection: Connection, token: string, seeds: readonly CostsSeed[]) {
  const rows: string[][] = [];
  for (const [name, ask] of questions) {
    const times = seeds.map((): number[] => []);
    for (let step = 0; step < WARM_UP + samples; step += 1) {
      for (const [index, seed] of seeds.entries()) {
        const ms = await once(connection, token, ask, seed);
        if (step >= WARM_UP) times[index]?.push(ms);
      }
    }
    const medians = times.map((all) => quantile(all, 0.5));
    const [first = Number.NaN] = medians;
    rows.push([
      name,
      ...times.flatMap((all) => [0.5, 0.95].map((share) => quantile(all, share).toFixed(2))),
      ...medians.slice(1).map((median) => (median / first).toFixed(2)),
    ]);
    print(`${name}: ${medians.map((ms) => ms.toFixed(1)).join(', ')} ms`);
  }
  return rows;
}

const dataDir = mkdtempSync(join(tmpdir(), 'muster-costs-'));
let stack: Stack | undefined;
try {
  stack = await startStack({
    dataDir,
    port: await freePort(),
    durable: false,
    settings: { LOG_LEVEL: 'warn' },
  });
  const seeds = await seedAll(stack);
  const connection = await openConnection(stack.baseUrl);
  const rows = await measure(connection, stack.boardToken, seeds);
  connection.close();
  const head = [
    '',
    ...sizes.flatMap((size) => [`${size} p50`, 'p95']),
    ...sizes.slice(1).map((size) => `${size} : ${sizes[0]}`),
  ];
  const page = [
    machine(),
    `A company of each size in one stack: that many costs over a year, of 40 agents, 50 projects ` +
      `and 10 models, a hundred for each issue. One request at a time through the gateway, ` +
      `${samples} of each kind, the companies in turn. Milliseconds; the last columns are ratios ` +
      'of the medians to the smallest size.',
    table([head, ...rows]),
  ].join('\n\n');
  console.log(page);
  keepPage(values.name, page);
} finally {
  await stack?.stop();
  await removeDataFolder(dataDir);
}
