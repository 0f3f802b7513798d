/**
 * Injects faults while a test works: each at its share of the run. Faults of one group never overlap,
 * so a test decides what may be away at the same time.
 */
import type { World } from '../world/use-world.ts';
import { becomesReady, type Fault } from './faults.ts';

export interface ScheduledFault {
  readonly fault: Fault;
  /** Share of the run at which the fault is due, from 0 to 1. */
  readonly dueAt: number;
  /** The fault waits until the faults of these groups have healed. */
  readonly after: readonly string[];
  /** The group that the fault belongs to. */
  readonly group: string;
}

export interface InjectedFault {
  readonly kind: Fault['kind'];
  readonly victim: string;
  readonly name: string;
  /** Epoch milliseconds, from the strike until the system has recovered. */
  readonly from: number;
  readonly to: number;
}

export interface Nemesis {
  /** Strikes if the next fault is due at this share of the run. */
  advance(share: number): void;
  /** Waits until everything has recovered; answers with the faults that were injected. */
  end(): Promise<readonly InjectedFault[]>;
}

export interface NemesisOptions {
  /** Whether `end` injects the faults that were not due before. */
  readonly finishesSchedule: boolean;
}

export function openNemesis(
  world: World,
  schedule: readonly ScheduledFault[],
  { finishesSchedule }: NemesisOptions,
): Nemesis {
  const injected: InjectedFault[] = [];
  const failures: unknown[] = [];
  const healing = new Map<string, Promise<void>>();
  let next = 0;
  let striking: Promise<void> | undefined;

  const inject = async ({ fault, after, group }: ScheduledFault): Promise<void> => {
    await Promise.all([...after, group].map((each) => healing.get(each) ?? Promise.resolve()));
    const from = Date.now();
    const { kind, victim, name } = fault;
    const healed = strikeAndHeal(world, fault).then(
      () => void injected.push({ kind, victim, name, from, to: Date.now() }),
      (error: unknown) => void failures.push(error),
    );
    healing.set(group, healed);
  };
  const strikeNext = (): void => {
    const scheduled = schedule[next++] as ScheduledFault;
    striking = inject(scheduled).finally(() => (striking = undefined));
  };
  return {
    advance(share) {
      const scheduled = schedule[next];
      if (striking === undefined && scheduled && share >= scheduled.dueAt) strikeNext();
    },
    async end() {
      await striking;
      while (finishesSchedule && next < schedule.length) {
        strikeNext();
        await striking;
      }
      await Promise.all(healing.values());
      await becomesReady(world.stack);
      if (failures.length > 0) throw new AggregateError(failures, 'not every fault has healed');
      return injected;
    },
  };
}

async function strikeAndHeal(world: World, fault: Fault): Promise<void> {
  await fault.strike(world);
  await fault.heal(world);
}
