/**
 * The processes between a wake-up and an agent are replaced, killed, stopped and cut off while agents
 * run: a scheduler that goes costs no run, and a runner that goes costs the runs that it had, each of
 * which is reported and retried.
 */
import { lengthOf, recordTrials, until } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { faultsOfLeases } from '../checkers/leases.ts';
import { cutLink, killService, replaceProcess, stopFor, type Fault } from '../faults/faults.ts';
import { openLinks } from '../faults/network-links.ts';
import { createCompany } from '../fixtures/builders.ts';
import { useWorld, type World } from '../world/use-world.ts';
import {
  addPrinters,
  allOver,
  countAdoptions,
  isOver,
  leasesOf,
  leftOver,
  linesOf,
  notesOf,
  runsOf,
  wake,
} from './printers.ts';

const LONG_RUNS = lengthOf({ full: 50, short: 6 });
const LONG_RUN_LINES = lengthOf({ full: 1_200, short: 120 });
const SHORT_RUNS = lengthOf({ full: 200, short: 30 });
const SHORT_RUN_LINES = 10;
const AGENTS = 6;
/** How often each fault strikes at least. */
const ROUNDS = lengthOf({ full: 4, short: 1 });
/** Longer than a runner may be silent, and than the lease. */
const STALL_MS = 9_000;
const SHORT_CUT_MS = 2_000;
const TIMEOUT_MS = lengthOf({ full: 900_000, short: 180_000 });

const links = openLinks();
// `afterAll` hooks run in reverse order: the links are closed after the stack that uses them.
afterAll(() => links.close());
const world = useWorld({
  replicas: { scheduler: 2 },
  settings: { LEASE_SECONDS: '6', RUN_CONCURRENCY: '50', DRAIN_SECONDS: '0' },
  addressOf: ({ service, replica }, url) => links.through(service, replica, url),
});

const cut = (replica: number, manner: 'broken' | 'silent', lengthMs: number): Fault =>
  cutLink(links, { service: 'scheduler', replica, from: 'runner', manner, lengthMs });
const faults: readonly Fault[] = [
  killService('runner', 1),
  stopFor({ service: 'runner', replica: 1 }, STALL_MS),
  cut(1, 'silent', STALL_MS),
  replaceProcess('runner', 1),
  cut(2, 'broken', SHORT_CUT_MS),
];

describe(`${LONG_RUNS} long runs`, { timeout: TIMEOUT_MS }, () => {
  it('go on while each process of the scheduler is replaced', async () => {
    const { id: companyId } = await createCompany(world().board);
    const printers = await addPrinters(world(), {
      companyId,
      name: 'long',
      count: LONG_RUNS,
      lines: LONG_RUN_LINES,
    });
    const ids = await Promise.all(printers.map(({ id }) => wake(world(), id)));
    await until('runs that have begun', async () => {
      const runs = await runsOf(world(), companyId);
      return runs.every(({ logBytes }) => logBytes > 0) || undefined;
    });
    for (const replica of [1, 2]) {
      const replaced = replaceProcess('scheduler', replica);
      await replaced.strike(world());
      await replaced.heal(world());
    }
    const runs = await allOver(world(), companyId, TIMEOUT_MS);
    const lost = runs.filter(({ status }) => status !== 'succeeded');
    recordTrials({
      promise: 'P10',
      by: 'e2e/heartbeats/runners, schedulers',
      trials: runs.length,
      faults: 2,
      violations: lost.length,
      how: 'long runs, the processes of the scheduler replaced one by one',
    });
    expect(runs.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(lost).toEqual([]);
    const all = Array.from({ length: LONG_RUN_LINES }, (_, n) => n);
    for (const id of ids) expect(await linesOf(world(), id)).toEqual(all);
    for (const printer of printers) expect(notesOf(printer, 'begun')).toHaveLength(1);
    // Each run was with a process that has gone, at least once.
    expect(await countAdoptions(world())).toBeGreaterThanOrEqual(LONG_RUNS);
    expect(leftOver(companyId)).toEqual([]);
  });
});

describe(`${SHORT_RUNS} short runs`, { timeout: TIMEOUT_MS }, () => {
  it('begin once and are all reported, whatever happens to their runner', async () => {
    const { id: companyId } = await createCompany(world().board);
    const printers = await addPrinters(world(), {
      companyId,
      name: 'short',
      count: AGENTS,
      lines: SHORT_RUN_LINES,
    });
    let started = 0;
    let isStriking = true;
    const waking = Promise.all(
      printers.map(async ({ id }) => {
        while (started < SHORT_RUNS || isStriking) {
          started += 1;
          await isOver(world(), await wake(world(), id));
        }
      }),
    );
    waking.catch(() => undefined);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const fault of faults) await strikeRuns(world(), companyId, fault);
    }
    isStriking = false;
    await waking;
    const runs = await allOver(world(), companyId, TIMEOUT_MS);
    const begun = printers.flatMap((printer) => notesOf(printer, 'begun'));
    const succeeded = runs.filter(({ status }) => status === 'succeeded');
    const violations = [
      ...faultsOfLeases({ leases: leasesOf(runs), calls: [], propagationMs: 0 }),
      ...begunTwice(begun).map((id) => `${id} began twice`),
      ...begun
        .filter((id) => !runs.some((run) => run.id === id))
        .map((id) => `${id} is not recorded`),
      ...runs
        .filter(({ status }) => status !== 'succeeded' && status !== 'lost')
        .map(({ id, status, errorCode, error }) => `${id}: ${status}, ${errorCode}, ${error}`),
      ...(await gapsIn(succeeded.map(({ id }) => id))),
    ];
    const how = `${runs.length} runs, ${runs.length - succeeded.length} lost and retried`;
    process.stdout.write(`${how}\n`);
    recordTrials({
      promise: 'P10',
      by: 'e2e/heartbeats/runners',
      trials: runs.length,
      faults: ROUNDS * faults.length,
      violations: violations.length,
      how: `${how}; the runner killed, stopped, cut off and replaced`,
    });
    expect(violations).toEqual([]);
    await until('the end of all processes', () =>
      leftOver(companyId).length === 0 ? true : undefined,
    );
    expect(runs.length).toBeGreaterThanOrEqual(SHORT_RUNS);
    expect(succeeded.length).toBeLessThan(runs.length);
  });
});

/** One fault that hits live runs. */
async function strikeRuns(on: World, companyId: string, fault: Fault): Promise<void> {
  await until('a live run', async () =>
    (await runsOf(on, companyId)).find(({ status }) => status === 'running'),
  );
  await fault.strike(on);
  await fault.heal(on);
}

const begunTwice = (begun: readonly string[]): string[] =>
  begun.filter((id, index) => begun.indexOf(id) !== index);

/** Every line once, and in order, unless the run was lost. */
async function gapsIn(runIds: readonly string[]): Promise<string[]> {
  const expected = Array.from({ length: SHORT_RUN_LINES }, (_, n) => n).join();
  const gaps: string[] = [];
  for (const id of runIds) {
    const lines = (await linesOf(world(), id)).join();
    if (lines !== expected) gaps.push(`${id} has the lines ${lines}`);
  }
  return gaps;
}
