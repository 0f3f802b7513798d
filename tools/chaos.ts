/** `pnpm chaos`: load, while a nemesis kills, stops and cuts; what it shows is kept. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderPromises } from './docs/promises.ts';
import { keepResults } from './promises/results.ts';

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

process.exitCode = keepResults((file) => spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), '--project', 'e2e', 'e2e/chaos/chaos.test.ts'],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      PROOF_RESULTS: file,
      TEST_LENGTH: values.length === 'short' ? 'short' : 'full',
      CHAOS_KILLS: kills,
      ...(values.seed === undefined ? {} : { CHAOS_SEED: values.seed }),
    },
  },
).status ?? 1);
const table = renderPromises();
writeFileSync(join(import.meta.dirname, '..', 'docs', 'promises.md'), table);
process.stdout.write(`\n${table}`);
