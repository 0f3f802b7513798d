/** Kills of every service and of NATS in turn, spread evenly over the work of a test. */
import { SERVICES, type Stack } from '@muster/local/stack';

const victims = [...SERVICES, 'nats'] as const;

export interface SpreadKills {
  /** Call it after each piece of work: kills the next victim when its share of the work is done. */
  done(): void;
  /** How many there are in all, and so far. */
  readonly planned: number;
  struck(): number;
}

/** Each victim is killed `rounds` times over `pieces` of work. */
export function spreadKills(stack: Stack, rounds: number, pieces: number): SpreadKills {
  const planned = victims.length * rounds;
  let done = 0;
  let struck = 0;
  return {
    planned,
    struck: () => struck,
    done() {
      done += 1;
      if (struck === planned || done < ((struck + 1) * pieces) / (planned + 1)) return;
      const victim = victims[struck % victims.length] as (typeof victims)[number];
      struck += 1;
      if (victim === 'nats') stack.servers.nats.kill('SIGKILL');
      else stack.kill(victim);
    },
  };
}
