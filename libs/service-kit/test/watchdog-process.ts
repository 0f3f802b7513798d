/** A process with a watchdog that looks often, whose loop is free and then stands still. */
import { watchEventLoop } from '../src/process/watchdog.ts';

const LOOK_EVERY_MS = 60;
const FREE_MS = 1_500;
const [, , still] = process.argv;

watchEventLoop(LOOK_EVERY_MS);
setTimeout(() => {
  process.stdout.write('free\n');
  if (still === 'still') for (;;);
}, FREE_MS);
