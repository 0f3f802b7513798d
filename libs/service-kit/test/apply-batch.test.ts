/** Events of many companies that messages have brought at once: one transaction, and each company for itself. */
import { agents } from '@muster/contracts';
import { many, newId, none, sql } from '@muster/service-kit';
import { aCompany, openStage, until, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failing, FORGETFUL, ledgerService, type ledger } from './ledger.ts';

const COMPANIES = 30;
const LIMIT = { timeout: 20_000 };

let stage: Stage<typeof ledger>;
let companyIds: string[];
beforeAll(async () => {
  stage = await openStage(ledgerService, { env: { SWEEP_SECONDS: '3600' } });
  await stage.standIn(agents);
  // Cursors that are new are moved alone.
  companyIds = Array.from({ length: COMPANIES }, newId);
  await emitAll(() => 'known');
  await until('all are known', async () => {
    return (await companiesOf('known')).length === COMPANIES || undefined;
  });
});
afterAll(() => stage.close());

/** An event of each company, all at once; `nameOf` names it. */
const emitAll = async (nameOf: (companyId: string) => string): Promise<void> => {
  await Promise.all(
    companyIds.map((companyId) => {
      const payload = { ...aCompany({ name: nameOf(companyId) }), companyId };
      return stage.emitFrom(agents, 'company.updated', { companyId, entityId: companyId, payload });
    }),
  );
};

/** Companies whose last name is this one. */
const companiesOf = async (name: string): Promise<string[]> => {
  const rows = await many<{ companyId: string }>(
    stage.db,
    sql`
    select company_id from (
      select distinct on (company_id) company_id, name from heard order by company_id, seq desc
    ) last
    where name = ${name} order by company_id limit 1000`,
  );
  return rows.map(({ companyId }) => companyId);
};

const heard = (name: string, of: readonly string[]) =>
  expect.poll(() => companiesOf(name), LIMIT).toEqual(of.toSorted());

/** Transactions that wrote what was heard under this name. */
const transactionsOf = async (name: string): Promise<number> => {
  const rows = await many(
    stage.db,
    sql`select distinct xmin::text from heard where name = ${name} limit 1000`,
  );
  return rows.length;
};

describe('events of many companies', () => {
  it('share transactions', async () => {
    await emitAll(() => 'together');
    await heard('together', companyIds);
    expect(await transactionsOf('together')).toBeLessThan(COMPANIES);
  });

  it('number what their effects emit without holes', async () => {
    const rows = await many<{ seqs: number[] }>(
      stage.db,
      sql`select array_agg(seq::int4 order by seq) as seqs from events group by company_id limit 1000`,
    );
    for (const { seqs } of rows) expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  });

  it('take effect though one fails, which is retried alone', async () => {
    const [failed = '', ...others] = companyIds;
    failing.add('poison');
    await emitAll((companyId) => (companyId === failed ? 'poison' : 'healthy'));
    await heard('healthy', others);
    await expect
      .poll(() => many(stage.db, sql`select company_id from failures limit 10`), LIMIT)
      .toEqual([{ companyId: failed }]);
    failing.delete('poison');
    await heard('poison', [failed]);
  });

  it('take effect while the cursor of one is locked, which follows', async () => {
    const [locked = '', ...others] = companyIds;
    const admin = await stage.admin();
    await none(admin, sql`begin`);
    await none(admin, sql`select 1 from cursors where company_id = ${locked} for update`);
    try {
      await emitAll(() => 'beside a lock');
      await heard('beside a lock', others);
    } finally {
      await none(admin, sql`rollback`);
    }
    await expect.poll(() => companiesOf('beside a lock'), LIMIT).toEqual(companyIds.toSorted());
  });

  it('touch their own company only, though an effect forgets whose it is', async () => {
    const [forgetful = '', ...others] = companyIds;
    await emitAll((companyId) => (companyId === forgetful ? FORGETFUL : 'untouched'));
    await heard(FORGETFUL, [forgetful]);
    await expect.poll(() => companiesOf('untouched'), LIMIT).toEqual(others.toSorted());
  });
});
