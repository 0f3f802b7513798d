/**
 * The main job while every process is replaced by one of the release before, and back, as in a rollback and the
 * upgrade after it: two processes of each service, of two checkouts, on the schemas of this release.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from '@muster/local/stack';
import {
  checkoutOf,
  hasCommit,
  itEach,
  lengthOf,
  openTrials,
  recordTrials,
} from '@muster/test-kit';
import { afterAll, expect } from 'vitest';
import type { Step } from '../fixtures/main-story.ts';
import { REPLICAS } from '../faults/fault-plan.ts';
import { useWorld, type World } from '../world/use-world.ts';
import { surviveFault } from './survive-fault.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The commit of the release before, to which an operator can roll back. */
const BEFORE = '18c776293ada8c471a5e0ec0955c29cc3af71c16';

const TIMES = lengthOf({ full: 10, short: 1 });
const STEPS: readonly Step[] = ['hiring', 'approving', 'assigning', 'working', 'mentioning'];
/** A process of a busy machine takes seconds to start, and each way starts all of them. */
const TIMEOUT_MS = 300_000 * TIMES;
/** A run is handed over to a process that starts meanwhile. */
const LEASE_SECONDS = '15';

interface Process {
  readonly service: ServiceName;
  readonly replica: number;
}

/** One of each service first, so that both releases are there in between. */
const PROCESSES: readonly Process[] = [1, 2].flatMap((replica) =>
  SERVICES.map((service) => ({ service, replica })),
);
const nameOf = ({ service, replica }: Process): string => `${service}-${replica}`;

const programOf = ({ service }: Process, checkout: string): string =>
  join(checkout, `services/${service}/src/main.ts`);

const checkoutOfProcess = new Map<string, string>();
const world = useWorld({
  replicas: REPLICAS,
  settings: { LEASE_SECONDS },
  serviceEntry(service, replica) {
    const process = { service, replica };
    return programOf(process, checkoutOfProcess.get(nameOf(process)) ?? ROOT);
  },
});

const trials = openTrials();
let moves = 0;
afterAll(() =>
  recordTrials({
    promise: 'P17',
    by: 'e2e/kill/releases',
    faults: moves,
    ...trials.result(),
    how: `writes while all processes are replaced by those of the release before and back, ${TIMES} times`,
  }),
);

/**
 * Replaces a process, as a rollout does: its successor is ready before the next one of its service goes. Other services
 * are rolled out beside it.
 */
async function replace({ stack }: World, process: Process, checkout: string): Promise<void> {
  checkoutOfProcess.set(nameOf(process), checkout);
  stack.kill(process.service, process.replica, 'SIGTERM');
  moves += 1;
  await stack.whenReady(process.service);
}

/** Plays the main job and replaces some processes at each of its steps. */
function rollOut(checkout: string): Promise<number> {
  const left = [...PROCESSES];
  const perStep = Math.ceil(left.length / STEPS.length);
  return surviveFault(world(), {
    at: STEPS,
    async strike(at) {
      const next = left.splice(0, perStep);
      expect(new Set(next.map(({ service }) => service)).size).toBe(next.length);
      await Promise.all(next.map((process) => replace(at, process, checkout)));
    },
  });
}

/** Of every process of a service that runs. */
const programs = (): string[] =>
  world()
    .stack.pids()
    .filter(({ name }) => SERVICES.some((service) => service === name))
    .map(({ pid }) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'))
    .map((args) => args.find((arg) => arg.endsWith('main.ts')) ?? '')
    .toSorted();

itEach([BEFORE], (commit) => hasCommit(ROOT, commit))(
  'a rollback to %s and the upgrade after it lose no write and repeat no effect',
  { timeout: TIMEOUT_MS },
  async (commit) => {
    const before = checkoutOf(ROOT, commit);
    for (let time = 0; time < TIMES; time += 1) {
      for (const checkout of [before, ROOT]) {
        const found = await trials.of(1, () => rollOut(checkout));
        expect(found).toBeGreaterThan(0);
        expect(programs()).toEqual(PROCESSES.map((each) => programOf(each, checkout)).toSorted());
      }
    }
  },
);
