/**
 * `pnpm bench:scale`: whether the latency of requests depends on the number of issues of a company.
 * Each size has a stack of its own, and the stacks get requests in turn, so that other programs slow
 * all of them: the ratios are reliable where the milliseconds are not.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack, type Stack } from '@muster/local/stack';
import { openConnection, requestText, type Connection } from '@muster/test-kit/http-connection';
import { keepPage, machine, table } from '../page.ts';
import { deepCursor, questions, type Question } from './questions.ts';
import { restWithAgents } from './rest.ts';
import { seedScale, type ScaleSeed } from './seed.ts';
import { quantile } from '../statistics.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    samples: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    agents: { type: 'string', default: '1000' },
    name: { type: 'string', default: 'scale' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const samples = Number(values.samples);
const agents = Number(values.agents);
/** Steps of a kind before the clock counts: caches fill and statements are planned. */
const WARM_UP = 8;

const print = (line: string): void => void process.stderr.write(`${line}\n`);

interface SizedStack {
  readonly size: number;
  readonly stack: Stack;
  readonly dataDir: string;
  readonly seed: ScaleSeed;
}

async function openSizedStack(size: number): Promise<SizedStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-scale-'));
  const startedAt = performance.now();
  // What is measured is the work, not the limits that callers have.
  const settings = {
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '0',
    COMPANY_RATE_LIMIT_PER_SECOND: '0',
  };
  const stack = await startStack({ dataDir, port: await freePort(), settings });
  const seed = await seedScale(stack, size);
  print(`${size} issues in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return { size, stack, dataDir, seed };
}

/** Requests of one step are sent at the same time. */
type Pair = readonly [Connection, Connection];

type Times = Map<string, number[][]>;

async function measure(stacks: readonly SizedStack[]): Promise<Times> {
  const cursors = new Map<ScaleSeed, string>();
  for (const { seed, stack } of stacks) {
    const connection = await openConnection(stack.baseUrl);
    cursors.set(seed, await deepCursor(seed, connection));
    connection.close();
  }
  const times: Times = new Map();
  for (const question of questions(cursors)) {
    if (!question.name.includes(values.only)) continue;
    // Opened for each question: the gateway closes a connection that is not used for some seconds.
    const connections = await Promise.all(
      stacks.map(({ stack: { baseUrl } }) =>
        Promise.all([openConnection(baseUrl), openConnection(baseUrl)] as const),
      ),
    );
    const perStack = stacks.map((): number[] => []);
    for (let step = 0; step < WARM_UP + samples; step += 1) {
      for (const [index, { seed }] of stacks.entries()) {
        const ms = await once(question, seed, connections[index] as Pair, step);
        if (step >= WARM_UP && ms !== undefined) perStack[index]?.push(ms);
      }
    }
    times.set(question.name, perStack);
    print(
      `${question.name}: ${perStack.map((all) => quantile(all, 0.5).toFixed(1)).join(', ')} ms`,
    );
    for (const connection of connections.flat()) connection.close();
  }
  return times;
}

async function once(
  question: Question,
  seed: ScaleSeed,
  connections: Pair,
  step: number,
): Promise<number | undefined> {
  const requests = question.ask(seed, step);
  if (requests.length === 0) return undefined;
  const texts = requests.map(requestText);
  const before = performance.now();
  const replies = await Promise.all(
    texts.map((text, index) => (connections[index] as Connection).send(text)),
  );
  const ms = performance.now() - before;
  const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other);
  if (statuses.join() === question.expected.join()) return ms;
  const bodies = replies.map(({ body }) => body).join('\n');
  throw new Error(`${question.name} was answered with ${statuses.join()}: ${bodies}`);
}

function render(times: Times, rest: string): string {
  const head = [
    '',
    ...sizes.flatMap((size) => [`${size} p50`, 'p95']),
    ...sizes.slice(1).map((size) => `${size} : ${sizes[0]}`),
  ];
  const rows = [...times].map(([name, perStack]) => {
    const medians = perStack.map((all) => quantile(all, 0.5));
    const [first = Number.NaN] = medians;
    return [
      name,
      ...perStack.flatMap((all, index) => [
        (medians[index] ?? Number.NaN).toFixed(2),
        quantile(all, 0.95).toFixed(2),
      ]),
      ...medians.slice(1).map((median) => (median / first).toFixed(2)),
    ];
  });
  return [
    machine(),
    `One company of each size, each issue with two comments, in a stack of its own; one request ` +
      `at a time through the gateway, ${samples} of each kind, the stacks in turn. Milliseconds; ` +
      'the last columns are ratios of the medians to the smallest size. The rare word is in one ' +
      'issue, the common one in every comment.',
    table([head, ...rows]),
    rest,
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
  const times = await measure(stacks);
  const [{ stack, seed }] = stacks as [SizedStack];
  const rest = agents > 0 ? await restWithAgents(stack, seed, agents) : '';
  const page = render(times, rest);
  console.log(page);
  if (values.only === '') keepPage(values.name, page);
} finally {
  await close();
}
