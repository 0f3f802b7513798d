/**
 * Ends a process whose event loop stands still: it answers nobody, not even its liveness probe, and
 * gives nothing back. Whoever started it starts it again; `start` has no probe that would do so.
 *
 * A thread of its own looks whether the loop has turned. It counts its own looks and not the time, so
 * that a machine that slept, or a process that was stopped by a signal, is no loop that hangs.
 */
import { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 1_000;
/** Looks in a row without a turn: ten seconds, far beyond what one turn may take. */
const LOOKS_MAX = 10;
/** A thread with a timer needs some three megabytes; beyond this it ends, and the process goes on. */
const HEAP_MAX = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/**
 * The thread. It is a script and not a module of its own, which would bring the whole compiler of types
 * into each process. Nothing in the process can run any more when it decides, so the signal is one that
 * needs no handler.
 */
const THREAD = `
const { writeSync } = require('node:fs');
const { workerData: { turns, lookEveryMs, looksMax } } = require('node:worker_threads');
const count = new Int32Array(turns);
let seen = -1;
let looks = 0;
setInterval(() => {
  const now = Atomics.load(count, 0);
  looks = now === seen ? looks + 1 : 0;
  seen = now;
  if (looks < looksMax) return;
  const msg = 'The event loop has stood still for ' + (looks * lookEveryMs) / 1000 + ' s: the process ends itself';
  try {
    writeSync(2, JSON.stringify({ level: 'fatal', time: new Date().toISOString(), msg }) + '\\n');
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
}, lookEveryMs);
`;

/**
 * Returns how to end it. It never keeps the process alive. A process that is debugged stands still by
 * intention, so it has none.
 */
export function watchEventLoop(lookEveryMs = LOOK_EVERY_MS): () => void {
  if (process.execArgv.some((flag) => flag.startsWith('--inspect'))) return () => undefined;
  const turns = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const count = new Int32Array(turns);
  const timer = setInterval(() => void Atomics.add(count, 0, 1), lookEveryMs);
  timer.unref();
  const thread = new Worker(THREAD, {
    eval: true,
    workerData: { turns, lookEveryMs, looksMax: LOOKS_MAX },
    env: {},
    resourceLimits: HEAP_MAX,
  });
  thread.unref();
  // Without its watchdog the process works as well.
  thread.on('error', (error) => void process.stderr.write(`watchdog: ${error.message}\n`));
  return () => {
    clearInterval(timer);
    void thread.terminate();
  };
}
