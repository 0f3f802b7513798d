/**
 * One company takes ten times its share of one thing after another, while a second one works: nothing is refused to the
 * second one. How much longer its requests take is recorded: the load shares the machine with what it presses.
 */
import { issues, scheduler } from '@muster/contracts';
import { lengthOf, openTrials, recordTrials, until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { addHook, deliver } from '../fixtures/hooks.ts';
import { inParallel } from '../world/in-parallel.ts';
import { useWorld } from '../world/use-world.ts';

const PRESSED_MS = lengthOf({ full: 60, short: 3 }) * 1_000;
const STREAMS_MAX = 40;
const RUNS = 4;
/** Of the company that presses: each has rates and streams of its own. */
const AGENTS = 20;
/** In a short run on a busy machine times say nothing, as the load comes from the same one; they are recorded. */
const P99_MAX_MS = lengthOf({ full: 2_500, short: 30_000 });
const LONG = 'x'.repeat(60_000);
const LONG_ISSUES = 30;

const world = useWorld({
  settings: { FEED_STREAMS_MAX: String(STREAMS_MAX), RUN_CONCURRENCY: String(RUNS) },
});
interface Company {
  readonly companyId: string;
  readonly issueId: string;
  readonly tokens: readonly string[];
}
let busy: Company;
let calm: Company;

async function openCompany(agents: number): Promise<Company> {
  const { id: companyId } = await createCompany(world().board);
  const { id: issueId } = await addIssue(world().board, companyId);
  const tokens: string[] = [];
  await inParallel(agents, 4, async () => {
    tokens.push((await addAgentWithKey(world(), companyId)).token);
  });
  return { companyId, issueId, tokens };
}
beforeAll(async () => {
  busy = await openCompany(AGENTS);
  calm = await openCompany(1);
  const { companyId } = busy;
  await inParallel(LONG_ISSUES, 4, async () => {
    await world().board.call(issues, 'createIssue', {
      companyId,
      title: 'Long',
      description: LONG,
    });
  });
});

const ask = async (
  token: string,
  path: string,
  { signal, ...more }: { body?: object; signal?: AbortSignal | undefined } = {},
): Promise<Response> =>
  fetch(`${world().stack.baseUrl}/api/${path}`, {
    method: more.body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(path.endsWith('/events') ? { accept: 'text/event-stream' } : {}),
    },
    ...(more.body ? { body: JSON.stringify(more.body) } : {}),
    ...(signal ? { signal } : {}),
  });

/** Repeats a call of the company that presses, so many at a time, until it is over; refusals are what it is to get. */
const pressing =
  (count: number, call: (turn: number) => Promise<unknown>) => async (over: AbortSignal) => {
    let turn = 0;
    await Promise.all(
      Array.from({ length: count }, async () => {
        while (!over.aborted) await call((turn += 1)).catch(() => undefined);
      }),
    );
  };
const tokenOf = (turn: number): string => busy.tokens[turn % AGENTS] ?? '';
const readAll = async (asked: Promise<Response>): Promise<unknown> => (await asked).text();

interface Pressure {
  readonly name: string;
  readonly press: (over: AbortSignal) => Promise<unknown>;
  /** What the other company does beside its requests. */
  readonly also?: () => Promise<unknown>;
}

async function addProgram(companyId: string, script: string): Promise<string> {
  const { agent } = await addAgentWithKey(world(), companyId, {
    adapterType: 'process',
    runtimeConfig: {},
    adapterConfig: { command: process.execPath, args: ['-e', script] },
  });
  return agent.id;
}

const pressures: readonly Pressure[] = [
  {
    name: 'requests in progress, and a second',
    press: pressing(100, (turn) => readAll(ask(tokenOf(turn), 'agents/me'))),
  },
  {
    name: 'reads of long rows',
    press: pressing(20, (turn) =>
      readAll(
        ask(tokenOf(turn), `companies/${busy.companyId}/issues?limit=500&fields=id,description`),
      ),
    ),
  },
  {
    name: 'writes to one issue',
    press: pressing(100, (turn) =>
      readAll(ask(tokenOf(turn), `issues/${busy.issueId}/comments`, { body: { body: `${turn}` } })),
    ),
  },
  {
    name: 'streams',
    press: async (over) => {
      const open = (turn: number): Promise<unknown> =>
        readAll(ask(tokenOf(turn), `companies/${busy.companyId}/events`, { signal: over })).catch(
          () => undefined,
        );
      await Promise.all(Array.from({ length: STREAMS_MAX * 10 }, (_, turn) => open(turn)));
      await until('the end', () => over.aborted || undefined, PRESSED_MS * 2);
    },
  },
  {
    name: 'deliveries to a hook',
    press: async (over) => {
      const hook = await addHook(world().board, busy.companyId);
      const body = { issue: busy.issueId, text: 'Again' };
      await pressing(50, (turn) => deliver(world().api, hook, { ...body, turn }))(over);
    },
  },
  {
    name: 'changes of many issues',
    press: pressing(20, () =>
      world().board.call(issues, 'changeIssues', {
        companyId: busy.companyId,
        filter: { ids: [busy.issueId] },
        change: { priority: 'high' },
      }),
    ),
  },
  {
    name: 'places of runs',
    press: async (over) => {
      await inParallel(RUNS * 10, 4, async () => {
        const agentId = await addProgram(busy.companyId, 'setInterval(() => {}, 1_000)');
        await world().board.call(scheduler, 'wakeAgent', { agentId });
      });
      await until('the end', () => over.aborted || undefined, PRESSED_MS * 3);
    },
    also: async () => {
      const agentId = await addProgram(calm.companyId, '');
      const run = await world().board.call(scheduler, 'wakeAgent', { agentId });
      const { companyId } = calm;
      await until('the end of the run of the other company', async () => {
        const [last] = await world().board.call(scheduler, 'listRuns', { companyId, agentId });
        return last?.status === 'succeeded' || undefined;
      });
      expect(run).toBeDefined();
    },
  },
];

/** What the other company does: reads and small writes. Returns the times, and what was refused. */
async function work(ms: number): Promise<{ tookMs: number[]; refused: string[] }> {
  const { companyId, issueId, tokens } = calm;
  const [token = ''] = tokens;
  const tookMs: number[] = [];
  const refused: string[] = [];
  const calls = [
    () => ask(token, 'agents/me'),
    () => ask(token, `issues/${issueId}/comments`, { body: { body: 'Done so far' } }),
    () => ask(token, `companies/${companyId}/issues?limit=20`),
  ];
  const endsAt = performance.now() + ms;
  for (let turn = 0; performance.now() < endsAt; turn += 1) {
    const from = performance.now();
    const reply = await calls[turn % calls.length]?.();
    const text = await reply?.text();
    tookMs.push(performance.now() - from);
    if (!reply?.ok) refused.push(`${reply?.status} ${text}`);
  }
  return { tookMs, refused };
}
const p99Of = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.99) - 1] ?? NaN;

const trials = openTrials();
const ratios: string[] = [];
afterAll(() =>
  recordTrials({
    promise: 'P24',
    by: 'e2e/chaos/neighbours',
    ...trials.result(),
    faults: pressures.length,
    how: `${PRESSED_MS / 1_000} s of each; p99 as a multiple of that in the time before: ${ratios.join(', ')}`,
  }),
);

describe('a company that works', () => {
  it.each(pressures)(
    'is refused nothing while another one takes ten times its share: $name',
    { timeout: 6 * PRESSED_MS + 30_000 },
    async ({ name, press, also }) => {
      const alone = await work(PRESSED_MS / 3);
      const over = new AbortController();
      const pressed = press(over.signal);
      const [meanwhile] = await Promise.all([work(PRESSED_MS), also?.()]);
      over.abort();
      await pressed;
      ratios.push(`${name} ${(p99Of(meanwhile.tookMs) / p99Of(alone.tookMs)).toFixed(1)}`);
      await trials.of(meanwhile.tookMs.length, () => {
        expect(meanwhile.refused).toEqual([]);
        expect(p99Of(meanwhile.tookMs)).toBeLessThanOrEqual(P99_MAX_MS);
      });
    },
  );
});
