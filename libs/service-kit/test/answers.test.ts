import { contract, Id, operation, PathId, Refusal } from '@muster/contracts';
import { defineService, inScope, many, maybeOne, newId, none, sql } from '@muster/service-kit';
import {
  boardActor,
  growthOfSweeps,
  openStage,
  pagesOf,
  planOf,
  type Stage,
} from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deleteAged, oldAnswers } from '../src/process/delete-by-age.ts';

const shelf = contract({
  name: 'billing',
  summary: 'A shelf of notes, for tests.',
  operations: {
    readNotes: operation({
      http: 'GET /api/companies/:companyId/notes',
      summary: 'As many notes as are asked for.',
      who: ['board'],
      input: z.object({ companyId: PathId, note: z.string(), times: z.int() }),
      output: z.string(),
      refusals: [],
    }),
    writeNotes: operation({
      http: 'POST /api/companies/:companyId/long-notes',
      summary: 'As many notes as are asked for, on the shelf.',
      who: ['board'],
      input: z.object({ companyId: PathId, note: z.string(), times: z.int() }),
      output: z.string(),
      refusals: [],
    }),
    ponder: operation({
      http: 'POST /api/companies/:companyId/notes',
      summary: 'Takes longer than a statement may.',
      who: ['board'],
      input: z.object({ companyId: PathId }),
      output: z.object({ id: Id }),
      refusals: [],
    }),
    deleteKey: operation({
      http: 'DELETE /api/keys/:keyId',
      summary: 'Takes a key from the shelf.',
      who: ['board'],
      needs: 'manage_agents',
      input: z.object({ keyId: PathId }),
      output: z.object({ id: Id }),
      refusals: ['key_not_found'],
    }),
  },
  events: {},
});

/** As many as a test makes. */
const FIRST = { limit: 5_000 };
const LONG = { timeout: 1_800_000 };

let stage: Stage<typeof shelf>;
beforeAll(async () => {
  stage = await openStage(
    defineService({
      contract: shelf,
      migrations: new URL('./ledger-migrations/', import.meta.url),
      operations: {
        readNotes: async ({ note, times }) => note.repeat(times),
        writeNotes: async ({ companyId, note, times }, { db }) => {
          await none(
            db,
            sql`
            insert into entries (id, company_id, amount) values (${newId()}, ${companyId}, 1)`,
          );
          return note.repeat(times);
        },
        ponder: async (_, { db }) => {
          await none(db, sql`set local statement_timeout = 20`);
          await none(db, sql`select pg_sleep(2)`);
          return { id: newId() };
        },
        deleteKey: async ({ keyId }, { db }) => {
          const [gone] = await many(db, sql`delete from entries where id = ${keyId} returning id`);
          if (!gone) throw new Refusal('key_not_found');
          return { id: keyId };
        },
      },
      reactions: {},
      locate: {
        keyId: async (db, scope, ref) => {
          const key = await maybeOne<{ companyId: string }>(
            db,
            sql`
          select company_id from entries where id = ${ref} and ${inScope(scope)}`,
          );
          return key?.companyId;
        },
      },
    }),
  );
});
afterAll(() => stage.close());

describe('an answer', () => {
  it('is limited by its bytes, not by its characters', async () => {
    const board = stage.as(boardActor());
    const companyId = newId();
    expect(await board.readNotes({ companyId, note: 'n', times: 700_000 })).toHaveLength(700_000);
    await expect(board.readNotes({ companyId, note: '記', times: 700_000 })).rejects.toMatchObject({
      code: 'result_too_large',
    });
  });

  it('that is too large is refused before the write is committed', async () => {
    const board = stage.as(boardActor());
    const companyId = newId();
    await expect(board.writeNotes({ companyId, note: 'n', times: 800_000 })).rejects.toMatchObject({
      code: 'result_too_large',
    });
    expect(
      await many(
        stage.db,
        sql`
        select id from entries where company_id = ${companyId} limit 10`,
      ),
    ).toEqual([]);
  });

  it('is deadline_exceeded if a statement exceeds its timeout', async () => {
    await expect(stage.as(boardActor()).ponder({ companyId: newId() })).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
  });
});

describe('stored answers', () => {
  it('are given again to a member whose permission depends on the deleted thing', async () => {
    const [companyId, keyId] = [newId(), newId()];
    await none(
      stage.db,
      sql`
      insert into entries (id, company_id, amount) values (${keyId}, ${companyId}, 1)`,
    );
    const member = boardActor({
      companies: [companyId, { companyId: newId(), role: 'viewer', permissions: [] }],
    });
    const first = await stage.as(member, { idempotencyKey: 'gone' }).deleteKey({ keyId });
    expect(await stage.as(member, { idempotencyKey: 'gone' }).deleteKey({ keyId })).toEqual(first);
    await expect(stage.as(member).deleteKey({ keyId })).rejects.toMatchObject({
      code: 'key_not_found',
    });
  });

  it('are deleted after two days, however many there are', async () => {
    await none(
      stage.db,
      sql`
      insert into requests (actor, id, operation, fingerprint, body, created_at)
      select 'user:old', n::text, 'ponder', '', '{}', now() - interval '49 hours'
      from generate_series(1, 12000) n`,
    );
    await none(
      stage.db,
      sql`
      insert into requests (actor, id, operation, fingerprint, body)
      values ('user:new', '1', 'ponder', '', '{}')`,
    );
    await none(
      stage.db,
      sql`
      insert into refused_requests (actor, id, operation, fingerprint, problem, created_at)
      values ('user:old', '1', 'ponder', '', '{}', now() - interval '49 hours'),
        ('user:new', '2', 'ponder', '', '{}', now())`,
    );
    await deleteAged(stage.service.runtime);
    expect(
      await many(
        stage.db,
        sql`
      select actor, count(*) from (
        select actor from requests union all select actor from refused_requests
      ) stored
      where actor in ('user:old', 'user:new')
      group by actor order by actor limit 10`,
      ),
    ).toEqual([{ actor: 'user:new', count: 2 }]);
  });

  it('are found by their time, also where they share their pages with new ones', async () => {
    const fill = (age: string) =>
      none(
        stage.db,
        sql`
        insert into requests (actor, id, operation, fingerprint, body, created_at)
        select 'user:turns', ${age} || n, 'ponder', '', '{}', now() - ${age}::interval
        from generate_series(1, 6000) n`,
      );
    for (const age of ['49 hours', '48.5 hours', '1 hour']) {
      await fill(age);
      if (age === '1 hour') break;
      await deleteAged(stage.service.runtime);
      await (await stage.admin()).client.query('vacuum (analyze) requests');
    }
    await (await stage.admin()).client.query('vacuum (analyze) requests');
    const plan = await planOf(stage.db, async (db) => oldAnswers[0]?.deleteBatch(db, {}, FIRST));
    expect(plan).toContain('Index Scan using requests_by_time');
    expect(plan).toContain('Tid Scan on requests');
    await none(stage.db, sql`delete from requests where actor = 'user:turns'`);
  });

  it('cost the same in each turn under load, and take no more room', LONG, async () => {
    const admin = await stage.admin();
    const tables = ['requests', 'refused_requests'];
    const fill = async (turn: number, age: string): Promise<void> => {
      for (const [table, stored] of [
        ['requests', 'body'],
        ['refused_requests', 'problem'],
      ] as const) {
        await admin.client.query(
          `insert into ${table} (actor, id, operation, fingerprint, ${stored}, created_at)
          select 'user:turns', $1 || ' ' || n, 'ponder', '', '{}', now() - $2::interval
          from generate_series(1, 6000) n`,
          [turn, age],
        );
      }
    };
    let young = 0;
    const growth = await growthOfSweeps({
      db: stage.db,
      admin,
      tables,
      fill: (turn, turns) => fill(turn, `${49 + turns - turn} hours`),
      firstBatch: async () => {
        let pages = 0;
        for (const { deleteBatch } of oldAnswers) {
          pages += await pagesOf(stage.db, (db) => deleteBatch(db, {}, FIRST));
        }
        return pages;
      },
      sweep: () => deleteAged(stage.service.runtime),
      load: () => fill((young -= 1), '1 hour'),
      clear: async () => {
        for (const table of tables) {
          await admin.client.query(`delete from ${table} where actor = 'user:turns'`);
        }
      },
    });
    expect(growth.pages).toBeLessThan(1.5);
    expect(growth.bytes).toBeLessThan(1.5);
  });
});
