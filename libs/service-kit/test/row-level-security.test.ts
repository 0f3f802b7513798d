/** Row-level security limits statements without a tenant predicate, on every kind of connection. */
import { many, newId, none, sql } from '@muster/service-kit';
import { agentActor, boardActor, openStage, type Stage } from '@muster/test-kit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openLogger } from '../src/telemetry/logger.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { FORGETFUL, ledgerService, type ledger } from './ledger.ts';

/** Concurrent reads; they share two connections. */
const READS = 600;

let stage: Stage<typeof ledger>;
const companies = Array.from({ length: 5 }, newId);
beforeAll(async () => {
  stage = await openStage(ledgerService);
  await Promise.all(
    companies.flatMap((companyId) =>
      [1, 2, 3].map((amount) => stage.as(boardActor()).addEntry({ companyId, amount })),
    ),
  );
});
afterAll(() => stage.close());

/** Without a tenant predicate. */
const everyEntry = sql`select company_id, amount from entries order by company_id, amount`;
interface Entry {
  readonly companyId: string;
  readonly amount: number;
}
const companiesOf = (entries: readonly Entry[]): string[] => [
  ...new Set(entries.map(({ companyId }) => companyId)),
];

describe('reads on shared connections', () => {
  it('see their own companies only, whatever other reads run concurrently', async () => {
    const { dbInScope } = stage.service.runtime;
    const scopes = Array.from({ length: READS }, (_, index) => {
      const one = companies[index % companies.length] as string;
      const other = companies[(index + 2) % companies.length] as string;
      return index % 3 === 0 ? [one, other] : [one];
    });
    const seen = await Promise.all(
      scopes.map((scope) => many<Entry>(dbInScope(scope), everyEntry)),
    );
    seen.forEach((entries, index) => {
      expect(companiesOf(entries)).toEqual((scopes[index] as string[]).toSorted());
    });
  });

  it('see every company as the service itself, and none without a company', async () => {
    const { db, dbInScope } = stage.service.runtime;
    expect(await many(db, everyEntry)).toHaveLength(15);
    expect(await many(dbInScope([]), everyEntry)).toEqual([]);
  });

  it('accept only ids as a company', () => {
    const { dbInScope } = stage.service.runtime;
    expect(() => dbInScope([`${newId()}'; reset role; --`])).toThrow('a scope consists of ids');
  });
});

describe('a transaction', () => {
  it("changes rows of its actor's companies only", async () => {
    const [own = ''] = companies;
    const changed = await stage.service.runtime.write(
      ({ db }) => many<Entry>(db, sql`update entries set amount = 9 returning company_id, amount`),
      { actor: agentActor(own) },
    );
    expect(companiesOf(changed)).toEqual([own]);
    const nines = sql`select company_id, amount from entries where amount = 9`;
    expect(await many(stage.service.runtime.db, nines)).toHaveLength(3);
  });

  it('inserts nothing into another company', async () => {
    const [own = '', other = ''] = companies;
    await expect(
      stage.service.runtime.write(
        ({ db }) =>
          none(
            db,
            sql`
        insert into entries (id, company_id, amount) values (${newId()}, ${other}, 1)`,
          ),
        { actor: agentActor(own) },
      ),
    ).rejects.toThrow('row-level security');
  });

  it('leaves its connection without a company', async () => {
    const client = await stage.service.runtime.pool.connect();
    try {
      expect((await client.query(everyEntry.text)).rows).toEqual([]);
    } finally {
      client.release();
    }
  });
});

describe('a reaction', () => {
  it('touches the company of its event only', async () => {
    const { companyId: other } = await stage.given.company({ name: 'Other' });
    const { companyId: own } = await stage.given.company({ name: FORGETFUL });
    const heard = await many<{ companyId: string; name: string }>(
      stage.db,
      sql`
      select company_id, name from heard where company_id = any(${[own, other]}::uuid[])`,
    );
    expect(Object.fromEntries(heard.map(({ companyId, name }) => [companyId, name]))).toEqual({
      [own]: FORGETFUL,
      [other]: 'Other',
    });
  });
});

describe('a database user that is not a superuser', () => {
  const name = `migrator_${newId().slice(-12)}`;
  const role = `muster_${name}`;
  const schema = `s_${name}`;
  const url = new URL(inject('servers').databaseUrl);
  url.username = name;
  url.password = name;
  const start = () =>
    migrate({
      databaseUrl: url.href,
      schema,
      role,
      migrations: ledgerService.migrations,
      log: openLogger('setup', 'silent'),
    });

  afterAll(async () => {
    const { client } = await stage.admin();
    await client.query(`drop schema if exists ${schema} cascade; drop role if exists ${role};
      revoke create on database ${url.pathname.slice(1)} from ${name}; drop role ${name}`);
  });

  it('gets the statements to run if it may not create the role, and enables row-level security', async () => {
    const { client } = await stage.admin();
    await client.query(`create role ${name} login password '${name}'`);
    await client.query(`grant create on database ${url.pathname.slice(1)} to ${name}`);
    const refusal = await start().then(
      () => '',
      (error: Error) => error.message,
    );
    const [, statements = ''] = /as a user who may, run: (.*)$/.exec(refusal) ?? [];
    await client.query(statements);
    await start();
    const service = new pg.Client({
      connectionString: url.href,
      options: `-c role=${role} -c search_path=${schema}`,
    });
    await service.connect();
    const [own = '', other = ''] = companies;
    const seen = async (from: string, companyId: string): Promise<number | null> => {
      await service.query(`set muster.companies = '${companyId}'`);
      return (await service.query(`select from ${from}`)).rowCount;
    };
    await service.query(`set muster.companies = '${own}'`);
    await service.query('insert into entries (id, company_id, amount) values ($1, $1, 1)', [own]);
    for (const from of ['entries', 'entries_in_scope']) {
      expect([await seen(from, own), await seen(from, other)]).toEqual([1, 0]);
    }
    await expect(service.query('alter table entries disable row level security')).rejects.toThrow(
      'must be owner',
    );
    await service.end();
  });
});
