/** What happens to the system in a run, made from one number: the same seed, the same strikes. */
import { SERVICES } from '@muster/tools/stack';
import type { ServiceName } from '@muster/tools/stack';
import fc from 'fast-check';

export const SERVERS = ['postgres', 'nats', 'redis'] as const;
export type ServerName = (typeof SERVERS)[number];

export const REPLICAS = 2;

export type Victim =
  | { readonly service: ServiceName; readonly replica: number }
  | { readonly server: ServerName };

export type Strike =
  | { readonly kind: 'kill'; readonly victim: Victim }
  | { readonly kind: 'stop'; readonly victim: Victim; readonly lengthMs: number }
  | {
    readonly kind: 'cut';
    readonly service: ServiceName;
    readonly replica: number;
    readonly from: ServerName;
    /** Broken: closed and refused. Silent: open, and nothing gets through. */
    readonly manner: 'broken' | 'silent';
    readonly lengthMs: number;
  };

/** Longer than what an attempt waits for its answer, shorter than what a request may take. */
const LENGTH_MS = { min: 200, max: 2_000 };
/** Beside the kills of a round, which takes each service and each server once. */
const STOPS = 5;
const CUTS = 5;

const names = [...SERVICES, ...SERVERS];
type Name = (typeof names)[number];
type Card = { readonly kind: Strike['kind']; readonly name: Name | undefined };
const round: readonly Card[] = [
  ...names.map((name) => ({ kind: 'kill' as const, name })),
  ...Array.from({ length: STOPS }, () => ({ kind: 'stop' as const, name: undefined })),
  ...Array.from({ length: CUTS }, () => ({ kind: 'cut' as const, name: undefined })),
];

const dealt = fc.record({
  cards: fc.shuffledSubarray([...round], { minLength: round.length, maxLength: round.length }),
  throws: fc.array(
    fc.record({
      name: fc.constantFrom(...names), service: fc.constantFrom(...SERVICES),
      from: fc.constantFrom(...SERVERS), replica: fc.integer({ min: 1, max: REPLICAS }),
      manner: fc.constantFrom('broken' as const, 'silent' as const),
      lengthMs: fc.integer(LENGTH_MS),
    }),
    { minLength: round.length, maxLength: round.length },
  ),
});

/** Strikes up to the last of so many kills. */
export function planOf(seed: number, kills: number): Strike[] {
  const rounds = fc.sample(dealt, { seed, numRuns: Math.ceil(kills / names.length) });
  const strikes = rounds.flatMap(({ cards, throws }) => cards.map((card, index): Strike => {
    const { name, service, from, replica, manner, lengthMs } = throws[index] as (typeof throws)[0];
    const victim = victimOf(card.name ?? name, replica);
    switch (card.kind) {
      case 'kill': return { kind: 'kill', victim };
      case 'stop': return { kind: 'stop', victim, lengthMs };
      case 'cut': return { kind: 'cut', service, replica, from, manner, lengthMs };
    }
  }));
  let left = kills;
  const last = strikes.findIndex(({ kind }) => kind === 'kill' && (left -= 1) === 0);
  return strikes.slice(0, last + 1);
}

/** Cut after every so many kills. */
export function chaptersOf(plan: readonly Strike[], kills: number): Strike[][] {
  const chapters: Strike[][] = [];
  let done = 0;
  for (const strike of plan) {
    (chapters[Math.floor(done / kills)] ??= []).push(strike);
    if (strike.kind === 'kill') done += 1;
  }
  return chapters;
}

const isServer = (name: Name): name is ServerName => SERVERS.some((server) => server === name);

const victimOf = (name: Name, replica: number): Victim =>
  isServer(name) ? { server: name } : { service: name, replica };

export const describeVictim = (victim: Victim): string =>
  'server' in victim ? victim.server : `${victim.service}-${victim.replica}`;
