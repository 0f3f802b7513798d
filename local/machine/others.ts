/** CPU that programs outside of a measurement used, in cores. */
import { cpuOfMachine, total, type ReadCpu } from './usage.ts';

/** Short, so that few samples see a process end: its whole CPU time would count as others'. */
const SAMPLE_EVERY_MS = 1_000;

/** Measures from now on, without the stack and without this process, which makes the load. */
export function watchOthers(read: ReadCpu): () => number {
  const machine = cpuOfMachine();
  const ours = cpuOfUs(read);
  const startedAt = performance.now();
  return () =>
    Math.max(0, cpuOfMachine() - machine - (cpuOfUs(read) - ours)) /
    (performance.now() - startedAt);
}

function cpuOfUs(read: ReadCpu): number {
  const { user, system } = process.cpuUsage();
  return total(read()) + (user + system) / 1_000;
}

/** The same for a stack whose processes are killed: the median of many short samples. */
export function watchOthersByTheSecond(read: ReadCpu): { soFar(): number; end(): void } {
  const samples: number[] = [];
  let sample = watchOthers(read);
  const timer = setInterval(() => {
    samples.push(sample());
    sample = watchOthers(read);
  }, SAMPLE_EVERY_MS);
  return {
    soFar() {
      const sorted = samples.toSorted((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)] ?? sample();
    },
    end: () => clearInterval(timer),
  };
}
