import { sql } from '@muster/service-kit';
import { describe, expect, it } from 'vitest';
import { patientReads } from './patient-reads.ts';

const away = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
const question = sql`select 1`;

/** A database that fails as it is told, and then has one row. */
const failing = (failures: readonly Error[]) => {
  const asked = { times: 0 };
  const run = async <Row>(): Promise<Row[]> => {
    const failure = failures[asked.times++];
    if (failure) throw failure;
    return [{ found: true } as Row];
  };
  return { asked, db: { run } };
};

describe('a patient read', () => {
  it('is asked again until the database is there', async () => {
    const { asked, db } = failing([away, away]);
    await expect(patientReads(db).run(question)).resolves.toEqual([{ found: true }]);
    expect(asked.times).toBe(3);
  });

  it('gives up when its time is over', async () => {
    const { db } = failing(Array.from({ length: 50 }, () => away));
    await expect(patientReads(db, 60).run(question)).rejects.toBe(away);
  });

  it('asks once where the failure is another', async () => {
    const { asked, db } = failing([new Error('syntax error')]);
    await expect(patientReads(db).run(question)).rejects.toThrow('syntax error');
    expect(asked.times).toBe(1);
  });
});
