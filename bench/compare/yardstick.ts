/**
 * The statements of a checkout with nothing around them, sent to a Postgres of its own by the same
 * number of connections: the limit that both working copies are held against.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf } from '@muster/local/machine';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack } from '@muster/local/stack';
import { openRawSql } from '../raw-sql.ts';
import { seedCompanies } from '../seed.ts';
import type { CompareOptions } from './options.ts';
import { measureRow, seedSize, type RowFigures } from './turn.ts';

export async function measureYardstick(
  options: CompareOptions,
  abort: AbortSignal,
): Promise<RowFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-yardstick-'));
  try {
    const stack = await startStack({ dataDir, port: await freePort(), abort });
    const stop = () => void stack.stop();
    abort.addEventListener('abort', stop);
    try {
      const seed = await seedCompanies(stack, seedSize(options));
      const raw = await openRawSql(stack, seed);
      try {
        // What sends the statements is a part of what they cost.
        return await measureRow(
          raw,
          options.operations,
          () => new Map([...cpuOf(stack.pids), ['client', cpuOfThis()]]),
        );
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

function cpuOfThis(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
