import { sql } from '@muster/service-kit';
import { describe, expect, it } from 'vitest';
import { retryingReads } from './retrying-reads.ts';

const away = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
const question = sql`select 1`;

/** A database that fails with the given errors first and then returns one row. */
const failing = (failures: readonly Error[]) => {
  const calls = { count: 0 };
  const run = async <Row>(): Promise<Row[]> => {
    const failure = failures[calls.count++];
    if (failure) throw failure;
    return [{ found: true } as Row];
  };
  return { calls, db: { run } };
};

describe('a retrying read', () => {
  it('is repeated until the database is available', async () => {
    const { calls, db } = failing([away, away]);
    await expect(retryingReads(db).run(question)).resolves.toEqual([{ found: true }]);
    expect(calls.count).toBe(3);
  });

  it('gives up when its time is up', async () => {
    const { db } = failing(Array.from({ length: 50 }, () => away));
    await expect(retryingReads(db, 60).run(question)).rejects.toBe(away);
  });

  it('is not repeated after another failure', async () => {
    const { calls, db } = failing([new Error('syntax error')]);
    await expect(retryingReads(db).run(question)).rejects.toThrow('syntax error');
    expect(calls.count).toBe(1);
  });
});
