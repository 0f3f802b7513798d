/** What was done to accounts is kept for 400 days, and found and deleted by indexes however much there is. */
import { deleteAged, deleteOldest, many, newId, none, sql, type Db } from '@muster/service-kit';
import { planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agedRows } from '../src/aged-rows.ts';
import {
  insertAccountAction,
  insertFailure,
  listAccountActions,
  listAccountActionsOf,
  oldAccountActions,
} from '../src/identity/store/account-activity.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
const page = { before: undefined, limit: 50 };

/** Twenty actions of a thousand users in the last 390 days. */
beforeAll(async () => {
  server = await openGateway();
  const admin = await server.stage.admin();
  await none(
    admin,
    sql`
    insert into account_activity (id, user_id, actor_id, action, created_at)
    select uuidv7(-make_interval(days => n)), u, case when n % 2 = 0 then u end, 'signed_in',
      now() - make_interval(days => n)
    from (select gen_random_uuid() as u from generate_series(1, 1000)), generate_series(1, 390, 20) n`,
  );
  await none(admin, sql`analyze account_activity`);
});
afterAll(() => server.close());

const userOf = (userId: string, db = server.stage.db) =>
  many<{ ageDays: number }>(
    db,
    sql`
    select extract(day from now() - created_at)::integer as age_days from account_activity
    where user_id = ${userId} order by created_at limit 10`,
  );

describe('what was done to accounts', () => {
  it('is deleted after 400 days, and not a day before', async () => {
    const { db } = server.stage;
    const userId = newId();
    for (const days of [399, 401, 800]) {
      await none(
        db,
        sql`
        insert into account_activity (user_id, actor_id, action, created_at)
        values (${userId}, ${userId}, 'signed_in', now() - make_interval(days => ${days}))`,
      );
    }
    await insertAccountAction(db, { action: 'signed_in', userId });
    await deleteAged({ ...server.stage.service.runtime, agedRows });
    expect(await userOf(userId)).toEqual([{ ageDays: 399 }, { ageDays: 0 }]);
  });

  it.each([
    [
      'deleted by its age',
      'account_activity_by_age',
      (db: Db) => deleteOldest(db, oldAccountActions, { limit: 1_000 }),
    ],
    ['listed, newest first', 'account_activity_pkey', (db: Db) => listAccountActions(db, page)],
    [
      'listed from the middle',
      'account_activity_pkey',
      (db: Db) => listAccountActions(db, { ...page, before: newId() }),
    ],
    [
      'listed of an account',
      'account_activity_by_user',
      (db: Db) => listAccountActionsOf(db, { ...page, userId: newId() }),
    ],
    [
      'listed of who did it',
      'account_activity_by_actor',
      (db: Db) => listAccountActionsOf(db, { ...page, userId: newId() }),
    ],
    [
      'counted of failures',
      'account_activity_by_',
      (db: Db) => insertFailure(db, { action: 'sign_in_failed', userId: newId() }),
    ],
  ])('is %s by an index', async (_, index, ask) => {
    const plan = await planOf(server.stage.db, async (db) => {
      await ask(db);
    });
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on account_activity');
  });
});
