/** SIGTERM under load: whoever is told to stop finishes what it has, and nobody notices. */
import { birthOf } from '@muster/tools/servers';
import { SERVICES } from '@muster/tools/stack';
import type { ServiceName } from '@muster/tools/stack';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectOnce } from '../harness/books.ts';
import { foundCompany } from '../harness/builders.ts';
import { lengthOf } from '../harness/length.ts';
import { note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';
import { playStory } from '../harness/story.ts';
import { until } from '../harness/until.ts';
import { work } from './clients.ts';
import { openGround } from './ground.ts';
import type { Client } from './ground.ts';
import { figuresOf, newHistory } from './history.ts';
import { REPLICAS } from './plan.ts';

const CLIENTS = 8;
const REQUESTS = lengthOf({ full: 96, short: 48 });
/** When it is told, of its share of the requests. */
const TOLD_AT = 0.2;
const EXIT_MS = 25_000;

const world = useWorld({ replicas: REPLICAS });
let clients: readonly Client[];

beforeAll(async () => {
  clients = await openGround(world(), CLIENTS);
});

/** Tells one process of a service, or all, to stop; how long it takes until they are gone. */
async function tell(service: ServiceName, replica?: number): Promise<number> {
  const { stack } = world();
  const told = stack.pids()
    .filter(({ name, replica: number }) =>
      name === service && (replica === undefined || number === replica))
    .map(({ pid }) => ({ pid, birth: birthOf(pid) }));
  const from = performance.now();
  stack.kill(service, replica, 'SIGTERM');
  await until(`the end of ${service}`, () =>
    told.every(({ pid, birth }) => birthOf(pid) !== birth) || undefined);
  return performance.now() - from;
}

describe('a process that is told to stop under load', () => {
  test.each(SERVICES)('of %s ends in time, and no client has an error', async (service) => {
    const history = newHistory();
    let telling: Promise<number> | undefined;
    await work(world(), clients, history, {
      seed: SERVICES.indexOf(service), requests: REQUESTS,
      onDone: (share) => {
        if (share >= TOLD_AT) telling ??= tell(service, 1);
      },
    });
    const tookMs = await telling;
    await world().stack.whenReady();
    const { failed, dropped, p99Ms } = figuresOf(history.answers);
    console.log(`${service}: gone after ${Math.round(tookMs ?? 0)} ms, p99 ${p99Ms} ms`);
    const isLate = tookMs === undefined || tookMs > EXIT_MS;
    note({
      promise: 'P20', by: `e2e/chaos/drain of ${service}`, trials: 1, faults: 1,
      violations: failed + dropped + (isLate ? 1 : 0),
      how: `${REQUESTS} requests of ${CLIENTS} clients, gone after ${Math.round(tookMs ?? 0)} ms`,
    });
    expect(history.answers.flatMap(({ failures }) => failures)).toEqual([]);
    expect(dropped).toBe(0);
    expect(isLate).toBe(false);
  });

  test('lets the agent that it runs finish, and the run counts', async () => {
    const { id: companyId } = await foundCompany(world().board);
    let telling: Promise<number> | undefined;
    const cast = await playStory(world(), {
      companyId,
      onStep: (step) => {
        if (step === 'working') telling = tell('scheduler');
      },
    });
    await world().stack.whenReady();
    await expectOnce(world(), cast);
    const { body } = await world().board.get(`/api/companies/${companyId}/heartbeat-runs`);
    const statuses = (body as { status: string }[]).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['succeeded']));
    expect(await telling).toBeLessThan(EXIT_MS);
  });
});
