/** `pnpm chaos`: load, while a nemesis kills, stops and cuts; what it shows is kept. */
import { parseArgs } from 'node:util';
import { renderPromises } from './docs/promises.ts';
import { keepResultsOf } from './promises/keep.ts';

const killsOf: Readonly<Record<string, string>> = { short: '8', full: '60', night: '1000' };

const { values } = parseArgs({
  options: {
    length: { type: 'string', default: 'full' },
    seed: { type: 'string' },
    kills: { type: 'string' },
  },
});
const kills = values.kills ?? killsOf[values.length];
if (kills === undefined) throw new Error(`--length is short, full or night, not ${values.length}`);

const { isGood } = await keepResultsOf(['e2e/chaos/chaos.test.ts'], {
  TEST_LENGTH: values.length === 'short' ? 'short' : 'full',
  CHAOS_KILLS: kills,
  ...(values.seed === undefined ? {} : { CHAOS_SEED: values.seed }),
});
if (!isGood) process.exitCode = 1;
process.stdout.write(`\n${renderPromises()}`);
