/** SIGTERM under load: a process finishes its work before it exits, and no client notices. */
import { birthOf } from '@muster/local-servers';
import { SERVICES, type ServiceName } from '@muster/local/stack';
import { lengthOf, recordTrials, until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEffectsOnce } from '../checks/main-story-effects.ts';
import { createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';
import { playStory } from '../fixtures/main-story.ts';
import { work } from './clients.ts';
import { openChaosFixture, type Client } from './fixture.ts';
import { figuresOf, newHistory } from './history.ts';
import { REPLICAS } from '../faults/fault-plan.ts';

const CLIENTS = 8;
const REQUESTS = lengthOf({ full: 96, short: 48 });
/** Times that a process of each service is ended. */
const TIMES = lengthOf({ full: 2, short: 1 });
/** Share of the requests after which the process gets SIGTERM. */
const TERMINATED_AT = 0.2;
const EXIT_MS = 25_000;

/** A run is handed over to a process that starts meanwhile, which takes seconds on a busy machine. */
const LEASE_SECONDS = '15';

const world = useWorld({ replicas: REPLICAS, settings: { LEASE_SECONDS } });
let clients: readonly Client[];

const ended: { readonly tookMs: number; readonly faults: number }[] = [];
afterAll(() => {
  const slowestMs = Math.round(Math.max(...ended.map(({ tookMs }) => tookMs)));
  recordTrials({
    promise: 'P20',
    by: 'e2e/chaos/drain',
    trials: ended.length,
    faults: ended.length,
    violations: ended.filter(({ faults }) => faults > 0).length,
    how: `each of ${ended.length} processes during ${REQUESTS} requests of ${CLIENTS} clients, gone after at most ${slowestMs} ms`,
  });
});

beforeAll(async () => {
  clients = await openChaosFixture(world(), CLIENTS);
});

/** Sends SIGTERM to one process of a service, or to all; answers with the time to the last exit. */
async function terminate(service: ServiceName, replica?: number): Promise<number> {
  const { stack } = world();
  const terminated = stack
    .pids()
    .filter(
      ({ name, replica: number }) =>
        name === service && (replica === undefined || number === replica),
    )
    .map(({ pid }) => ({ pid, birth: birthOf(pid) }));
  const from = performance.now();
  stack.kill(service, replica, 'SIGTERM');
  await until(
    `the exit of ${service}`,
    () => terminated.every(({ pid, birth }) => birthOf(pid) !== birth) || undefined,
  );
  return performance.now() - from;
}

describe('SIGTERM under load', () => {
  it.each(SERVICES)(
    'ends a process of %s in time, without an error for any client',
    { repeats: TIMES - 1 },
    async (service) => {
      const history = newHistory();
      let exit: Promise<number> | undefined;
      await work(world(), clients, history, {
        seed: SERVICES.indexOf(service),
        requests: REQUESTS,
        onDone: (share) => {
          if (share >= TERMINATED_AT) exit ??= terminate(service, 1);
        },
      });
      const tookMs = await exit;
      await world().stack.whenReady();
      const { failed, dropped, p99Ms } = figuresOf(history.answers);
      console.log(`${service}: gone after ${Math.round(tookMs ?? 0)} ms, p99 ${p99Ms} ms`);
      const isLate = tookMs === undefined || tookMs > EXIT_MS;
      ended.push({ tookMs: tookMs ?? Infinity, faults: failed + dropped + (isLate ? 1 : 0) });
      expect(history.answers.flatMap(({ failures }) => failures)).toEqual([]);
      expect(history.answers.flatMap((answer) => answer.dropped)).toEqual([]);
      expect(isLate).toBe(false);
    },
  );

  it('lets the agent of a running scheduler finish, and its run succeeds', async () => {
    const { id: companyId } = await createCompany(world().board);
    let exit: Promise<number> | undefined;
    const ids = await playStory(world(), {
      companyId,
      onStep: (step) => {
        if (step === 'working') exit = terminate('scheduler');
      },
    });
    await world().stack.whenReady();
    await expectEffectsOnce(world(), ids);
    const { body } = await world().board.get(`/api/companies/${companyId}/heartbeat-runs`);
    const statuses = (body as { status: string }[]).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['succeeded']));
    expect(await exit).toBeLessThan(EXIT_MS);
  });
});
