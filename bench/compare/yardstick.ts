/**
 * The yardsticks of a round, on a system of this checkout with the same number of connections: the
 * limits that both working copies are held against.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf } from '@muster/local/machine';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack } from '@muster/local/stack';
import { openYardstick } from '../raw/yardstick.ts';
import { RAW_ROWS, type Row } from '../rows.ts';
import { seedCompanies } from '../seed.ts';
import type { CompareOptions } from './options.ts';
import { measureRow, seedSize, type Print, type RowFigures, type Rows } from './turn.ts';

export async function measureYardstick(
  options: CompareOptions,
  abort: AbortSignal,
  print: Print,
): Promise<Rows> {
  const rows = RAW_ROWS.filter((row) => options.rows.includes(row));
  const figures = new Map<Row, RowFigures>();
  if (rows.length === 0) return figures;
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-yardstick-'));
  try {
    const stack = await startStack({ dataDir, port: await freePort(), abort });
    const stop = () => void stack.stop();
    abort.addEventListener('abort', stop);
    try {
      const seed = await seedCompanies(stack, seedSize(options));
      const raw = await openYardstick(stack, seed, rows);
      try {
        const cpu = () => cpuOf(() => [...stack.pids(), ...raw.pids()]);
        for (const scenario of raw.scenarios) {
          const row = await measureRow(scenario, options.operations, cpu);
          figures.set(scenario.name, row);
          print(`${scenario.name}: ${row.perSecond.toFixed(0)} a second`);
        }
        return figures;
      } finally {
        await raw.close();
        seed.close();
      }
    } finally {
      abort.removeEventListener('abort', stop);
      await stack.stop();
    }
  } finally {
    await removeDataFolder(dataDir);
  }
}
