/** What programs that have nothing to do with a measurement took of the machine, in cores. */
import { cpuOf, cpuOfMachine, total, type Pids } from './usage.ts';

/** Most looks are to see no process end: all that such a one has used would be told as others'. */
const LOOK_EVERY_MS = 1_000;

/** Since now, beside a stack and this process, which makes its load. */
export function watchOthers(pids: Pids): () => number {
  const machine = cpuOfMachine();
  const ours = cpuOfUs(pids);
  const startedAt = performance.now();
  return () => Math.max(0, cpuOfMachine() - machine - (cpuOfUs(pids) - ours)) /
    (performance.now() - startedAt);
}

function cpuOfUs(pids: Pids): number {
  const { user, system } = process.cpuUsage();
  return total(cpuOf(pids)) + (user + system) / 1_000;
}

/** The same where processes of the stack are killed: the median of many short looks. */
export function watchOthersByTheSecond(pids: Pids): { soFar(): number; end(): void } {
  const looks: number[] = [];
  let look = watchOthers(pids);
  const timer = setInterval(() => {
    looks.push(look());
    look = watchOthers(pids);
  }, LOOK_EVERY_MS);
  return {
    soFar() {
      const sorted = looks.toSorted((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)] ?? look();
    },
    end: () => clearInterval(timer),
  };
}
