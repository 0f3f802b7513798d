/**
 * Carries out a plan of strikes while others work. It never takes the second process of a service
 * away while the first one is not back, and strikes only while every server is there: what happens
 * when all of something is away is another test's question.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../harness/stack.ts';
import { until } from '../harness/until.ts';
import type { Links } from './links.ts';
import { describeVictim } from './plan.ts';
import type { Strike, Victim } from './plan.ts';

/** A busy machine takes its time to start what fell. */
const BACK_MS = 120_000;

export type Struck = {
  readonly kind: Strike['kind'];
  readonly victim: string;
  /** Until it was whole again. */
  readonly tookMs: number;
};

export type Nemesis = {
  /** Strikes when its time has come. */
  at(share: number): void;
  /** Waits until everything is whole, and tells of all that was done. */
  end(): Promise<readonly Struck[]>;
};

export function openNemesis(world: World, links: Links, plan: readonly Strike[]): Nemesis {
  const struck: Struck[] = [];
  const failures: unknown[] = [];
  const healing = new Map<string, Promise<void>>();
  let next = 0;
  let turn: Promise<void> | undefined;

  const strike = async (one: Strike): Promise<void> => {
    const place = placeOf(one);
    await Promise.all([healing.get(SERVER), healing.get(place)]);
    const from = performance.now();
    const healed = carryOut(world, links, one).then(
      () => void struck.push({
        kind: one.kind, victim: victimOf(one), tookMs: performance.now() - from,
      }),
      (error: unknown) => void failures.push(error),
    );
    healing.set(place, healed);
  };
  const take = (): void => {
    const one = plan[next++] as Strike;
    turn = strike(one).finally(() => (turn = undefined));
  };
  return {
    at(share) {
      if (turn === undefined && next < plan.length && share >= (next + 1) / plan.length) take();
    },
    async end() {
      await turn;
      while (next < plan.length) {
        take();
        await turn;
      }
      await Promise.all(healing.values());
      await until('a whole system', () => world.stack.whenReady().then(() => true), BACK_MS);
      if (failures.length > 0) throw new AggregateError(failures, 'what was struck is not back');
      return struck;
    },
  };
}

const SERVER = 'server';

/** What may suffer only one strike at a time: a service, or the servers. */
function placeOf(one: Strike): string {
  if (one.kind === 'cut') return one.service;
  return 'server' in one.victim ? SERVER : one.victim.service;
}

const victimOf = (one: Strike): string => one.kind === 'cut'
  ? `${one.service}-${one.replica} from ${one.from}, ${one.manner}`
  : describeVictim(one.victim);

/** Answers when all is as before. */
async function carryOut(world: World, links: Links, one: Strike): Promise<void> {
  switch (one.kind) {
    case 'kill':
      return kill(world, one.victim);
    case 'stop':
      signal(world, one.victim, 'SIGSTOP');
      await delay(one.lengthMs);
      return signal(world, one.victim, 'SIGCONT');
    case 'cut': {
      const { service, replica, from, manner } = one;
      links.turn(service, replica, from, manner);
      await delay(one.lengthMs);
      return links.turn(service, replica, from, 'whole');
    }
  }
}

async function kill(world: World, victim: Victim): Promise<void> {
  const { stack } = world;
  if ('service' in victim) {
    stack.kill(victim.service, victim.replica);
    await until(`${describeVictim(victim)} is back`, () =>
      stack.whenReady(victim.service).then(() => true), BACK_MS);
    return;
  }
  const server = stack.servers[victim.server];
  const before = server?.pid;
  server?.kill('SIGKILL');
  await until(`${victim.server} is back`, () =>
    server === undefined || (server.pid !== undefined && server.pid !== before) || undefined,
  BACK_MS);
}

function signal({ stack }: World, victim: Victim, name: 'SIGSTOP' | 'SIGCONT'): void {
  if ('server' in victim) stack.servers[victim.server]?.kill(name);
  else if (name === 'SIGSTOP') stack.pause(victim.service, victim.replica);
  else stack.resume(victim.service, victim.replica);
}
