/** What happens to the system while money is spent, one thing after another, each once. */
import type { ServiceName } from '@muster/tools/stack';
import { until } from '../harness/until.ts';
import type { World } from '../harness/stack.ts';

/** A busy machine takes its time to start what fell. */
const BACK_MS = 180_000;

type Loss = { readonly what: string; readonly strike: (world: World) => Promise<void> | void };

const killOf = (service: ServiceName, replica?: number): Loss => ({
  what: replica === undefined ? `all of ${service}` : `one of ${service}`,
  strike: ({ stack }) => stack.kill(service, replica),
});

/** In the order in which they strike, evenly over the reports. */
const losses: readonly Loss[] = [
  killOf('billing', 1),
  killOf('agents'),
  { what: 'NATS', strike: ({ stack }) => stack.servers.nats.kill('SIGKILL') },
  killOf('scheduler'),
  killOf('billing'),
  killOf('approvals', 2),
  killOf('gateway', 2),
  { what: "NATS' store", strike: ({ stack }) => stack.servers.nats.wipe?.() },
  killOf('scheduler', 1),
];

export type Away = { readonly what: string; readonly from: number; readonly to: number };

export type Trouble = {
  /** Strikes when it is time, and never while something is away. */
  at(share: number): void;
  /** Waits for what is away, and tells of everything that was. */
  end(): Promise<readonly Away[]>;
};

export function openTrouble(world: World): Trouble {
  const away: Away[] = [];
  let next = 0;
  let current: Promise<void> | undefined;
  const failures: unknown[] = [];
  const strike = async ({ what, strike: begin }: Loss): Promise<void> => {
    const from = Date.now();
    await begin(world);
    await until(`${what} is back`, () => world.stack.whenReady().then(() => true), BACK_MS);
    away.push({ what, from, to: Date.now() });
  };
  return {
    at(share) {
      const loss = losses[next];
      if (current !== undefined || !loss || share < (next + 1) / (losses.length + 1)) return;
      next += 1;
      current = strike(loss)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => (current = undefined));
    },
    async end() {
      await current;
      if (failures.length > 0) throw new AggregateError(failures, 'what fell has not come back');
      return away;
    },
  };
}
