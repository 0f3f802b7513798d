/** Faults of a run, made from one number: the same seed gives the same plan. */
import { SERVICES } from '@muster/local/stack';
import fc from 'fast-check';
import { SERVERS, type Cut, type ServerName, type Victim } from './victims.ts';

export const REPLICAS = 2;

export type PlannedFault =
  | { readonly kind: 'kill'; readonly victim: Victim }
  | { readonly kind: 'stop'; readonly victim: Victim; readonly lengthMs: number }
  | ({ readonly kind: 'cut' } & Cut);

/** Longer than an attempt waits for its answer, shorter than the deadline of a request. */
const LENGTH_MS = { min: 200, max: 2_000 };
/** A round kills each service and each server once, and has these stops and cuts as well. */
const STOPS = 5;
const CUTS = 5;

const names = [...SERVICES, ...SERVERS];
type Name = (typeof names)[number];
interface Card {
  readonly kind: PlannedFault['kind'];
  readonly name: Name | undefined;
}
const round: readonly Card[] = [
  ...names.map((name) => ({ kind: 'kill' as const, name })),
  ...Array.from({ length: STOPS }, () => ({ kind: 'stop' as const, name: undefined })),
  ...Array.from({ length: CUTS }, () => ({ kind: 'cut' as const, name: undefined })),
];

const shuffledRound = fc.record({
  cards: fc.shuffledSubarray([...round], { minLength: round.length, maxLength: round.length }),
  choices: fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      service: fc.constantFrom(...SERVICES),
      from: fc.constantFrom(...SERVERS),
      replica: fc.integer({ min: 1, max: REPLICAS }),
      manner: fc.constantFrom('broken' as const, 'silent' as const),
      lengthMs: fc.integer(LENGTH_MS),
    }),
    { minLength: round.length, maxLength: round.length },
  ),
});

/** The plan up to its last kill, of which it has exactly `kills`. */
export function faultPlanOf(seed: number, kills: number): PlannedFault[] {
  const rounds = fc.sample(shuffledRound, { seed, numRuns: Math.ceil(kills / names.length) });
  const plan = rounds.flatMap(({ cards, choices }) =>
    cards.map((card, index): PlannedFault => {
      const choice = choices[index] as (typeof choices)[0];
      const { service, from, replica, manner, lengthMs } = choice;
      const victim = victimOf(card.name ?? choice.name, replica);
      switch (card.kind) {
        case 'kill':
          return { kind: 'kill', victim };
        case 'stop':
          return { kind: 'stop', victim, lengthMs };
        case 'cut':
          return { kind: 'cut', service, replica, from, manner, lengthMs };
      }
    }),
  );
  let left = kills;
  const last = plan.findIndex(({ kind }) => kind === 'kill' && (left -= 1) === 0);
  return plan.slice(0, last + 1);
}

/** The plan in segments of `kills` kills each. */
export function segmentsOf(plan: readonly PlannedFault[], kills: number): PlannedFault[][] {
  const segments: PlannedFault[][] = [];
  let done = 0;
  for (const planned of plan) {
    (segments[Math.floor(done / kills)] ??= []).push(planned);
    if (planned.kind === 'kill') done += 1;
  }
  return segments;
}

const isServer = (name: Name): name is ServerName => SERVERS.some((server) => server === name);

const victimOf = (name: Name, replica: number): Victim =>
  isServer(name) ? { server: name } : { service: name, replica };
