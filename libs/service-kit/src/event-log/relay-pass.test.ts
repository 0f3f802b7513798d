import { billing } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { openPool } from '../postgres/pool.ts';
import { openLogger } from '../telemetry/logger.ts';
import { openMetrics } from '../telemetry/metrics.ts';
import { runPass } from './relay-pass.ts';

describe('a pass that Postgres does not answer', () => {
  it('takes its companies again, and is no event that JetStream did not accept', async () => {
    const log = openLogger('test', 'silent');
    const metrics = openMetrics({ contract: billing, reactions: {} });
    const pool = openPool({ host: '127.0.0.1', port: 1 }, log);
    const publications = { publish: async () => ({}), moved: () => undefined };
    const nothing = (): void => undefined;
    const options = { pool, publications, metrics, log, reached: nothing, rejected: nothing };
    expect(await runPass(options, ['a company'])).toMatchObject({ again: ['a company'], count: 0 });
    expect((await metrics.publishFailures.get()).values.map(({ value }) => value)).toEqual([0]);
    await pool.end();
  });
});
