/** Each batch of old rows begins where the last one has ended, whatever is kept in front of it. */
import {
  deleteAged,
  deleteOldest,
  newId,
  none,
  one,
  sql,
  type Batch,
  type Db,
  type Deleted,
  type OldRows,
} from '@muster/service-kit';
import type { gateway } from '@muster/contracts';
import { openStage, pagesOf, planOf, type Admin, type Stage } from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { agedRows } from '../src/aged-rows.ts';
import { oldRuns } from '../src/copies/store/runs.ts';
import { expiredSessions, expiredVerifications } from '../src/identity/store/sessions.ts';
import { oldSignInFailures, oldSignInSuccesses } from '../src/identity/store/sign-in-attempts.ts';
import { expiredSignInLinks } from '../src/identity/store/sign-in-links.ts';
import { oldInvites } from '../src/joining/store/invites.ts';
import { oldJoinRequests } from '../src/joining/store/join-requests.ts';
import { oldRefusals } from '../src/refusals/store/refusals-of-runs.ts';
import { gatewayService } from '../src/service.ts';
import {
  deleteOldDeadDeliveries,
  oldDeliveries,
} from '../src/webhooks/store/webhook-deliveries.ts';
import {
  insertAttempts,
  insertDeliveries,
  insertInvites,
  insertJoinRequests,
  insertLinks,
  insertRefusals,
  insertRuns,
  insertSessions,
  insertVerifications,
  insertWebhooks,
  type OldRows as InsertedRows,
} from './old-rows.ts';
import { BOARD_TOKEN } from './open-gateway.ts';

let stage: Stage<typeof gateway>;
beforeAll(async () => {
  stage = await openStage(gatewayService, { env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN } });
});
afterAll(() => stage.close());

/** Rows of a batch of these tests. */
const SIZE = 5_000;
const FIRST: Batch = { limit: SIZE };
const next = ({ last }: Deleted): Batch => ({ after: last, limit: SIZE });
const batchesOf = (old: OldRows) => (db: Db, batch: Batch) => deleteOldest(db, old, batch);

/** In a transaction that is rolled back: no other sweep sees these rows. */
describe('batches of old rows', () => {
  const DAYS = 91;
  /** Fewer than those of the rows that were deleted before. */
  const PAGES_OF_NOTHING = 30;
  const FIRST_WEBHOOKS = Array.from(
    { length: 300 },
    (_, n) => `00000000-0000-7000-8000-${`${n}`.padStart(12, '0')}`,
  );
  const webhookIds = [newId()];
  afterEach(async () => none(await stage.admin(), sql`rollback`));

  /** Older than what is deleted, and not to be deleted. */
  const insertKept = async (admin: Admin, companyId: string): Promise<void> => {
    const kept = { companyId, days: DAYS + 1, count: 500 };
    await insertWebhooks(admin, companyId, [...FIRST_WEBHOOKS, ...webhookIds]);
    await insertRuns(admin, { ...kept, ended: false });
    await insertDeliveries(admin, { ...kept, webhookIds, status: 'pending' });
    const replayed = { ...kept, status: 'dead', finishedDays: 1 } as const;
    await insertDeliveries(admin, { ...replayed, webhookIds });
    await insertDeliveries(admin, { ...replayed, webhookIds: FIRST_WEBHOOKS, count: 1 });
    await insertAttempts(admin, { ...kept, succeededDays: 1 });
  };
  /** Where a table has no company, old rows are counted: only these tests make some. */
  const rowsIn = (admin: Admin, companyId: string) =>
    one(
      admin,
      sql`
      select (select count(*) from runs where company_id = ${companyId}) as runs,
        (select count(*) from webhook_deliveries where company_id = ${companyId}) as deliveries,
        (select count(*) from invites where company_id = ${companyId}) as invites,
        (select count(*) from join_requests where company_id = ${companyId}) as join_requests,
        (select count(*) from sign_in_attempts where since < now() - interval '90 days') as attempts,
        (select count(*) from refusals_of_runs where last_at < now() - interval '90 days')
          as refusals,
        (select count(*) from sessions where expires_at < now()) as sessions,
        (select count(*) from verifications where expires_at < now()) as verifications,
        (select count(*) from sign_in_links where expires_at < now()) as links`,
    );

  // Before all others: rows that are rolled back stay in the indexes until a vacuum.
  it('of attempts to sign in read no success that is still remembered', async () => {
    const admin = await stage.admin();
    await none(admin, sql`begin`);
    await insertAttempts(admin, { days: DAYS, count: 20_000, succeededDays: 1 });
    await none(admin, sql`analyze sign_in_attempts`);
    const ofFailures = await pagesOf(admin, (db) => batchesOf(oldSignInFailures)(db, FIRST));
    const ofSuccesses = await pagesOf(admin, (db) => batchesOf(oldSignInSuccesses(30))(db, FIRST));
    expect(ofFailures + ofSuccesses).toBeLessThan(PAGES_OF_NOTHING);
  });

  it.each([
    {
      what: 'ended runs',
      index: 'runs_ended_by_age',
      deleteBatch: batchesOf(oldRuns),
      insert: (admin: Admin, rows: InsertedRows) => insertRuns(admin, { ...rows, ended: true }),
    },
    {
      what: 'deliveries',
      index: 'webhook_deliveries_done',
      deleteBatch: batchesOf(oldDeliveries(7)),
      insert: (admin: Admin, rows: InsertedRows) =>
        insertDeliveries(admin, { ...rows, webhookIds, status: 'delivered' }),
    },
    {
      what: 'dead deliveries',
      index: 'webhook_deliveries_by_status',
      deleteBatch: (db: Db, batch: Batch) => deleteOldDeadDeliveries(db, 90, batch),
      insert: (admin: Admin, rows: InsertedRows) =>
        insertDeliveries(admin, { ...rows, webhookIds, status: 'dead' }),
    },
    {
      what: 'tries to sign in',
      index: 'sign_in_attempts_failed',
      deleteBatch: batchesOf(oldSignInFailures),
      insert: (admin: Admin, rows: InsertedRows) =>
        insertAttempts(admin, { ...rows, succeededDays: null }),
    },
    {
      what: 'sign-ins',
      index: 'sign_in_attempts_by_success',
      deleteBatch: batchesOf(oldSignInSuccesses(30)),
      insert: insertAttempts,
    },
    {
      what: 'sessions',
      index: 'sessions_by_expiry',
      deleteBatch: batchesOf(expiredSessions),
      insert: insertSessions,
    },
    {
      what: 'sign-ins elsewhere',
      index: 'verifications_by_expiry',
      deleteBatch: batchesOf(expiredVerifications),
      insert: insertVerifications,
    },
    {
      what: 'links',
      index: 'sign_in_links_by_expiry',
      deleteBatch: batchesOf(expiredSignInLinks),
      insert: insertLinks,
    },
    {
      what: 'refusals',
      index: 'refusals_of_runs_pkey',
      deleteBatch: batchesOf(oldRefusals),
      insert: insertRefusals,
    },
    {
      what: 'invites',
      index: 'invites_by_expiry',
      deleteBatch: batchesOf(oldInvites),
      insert: insertInvites,
    },
    {
      what: 'join requests',
      index: 'join_requests_by_expiry',
      deleteBatch: batchesOf(oldJoinRequests),
      insert: insertJoinRequests,
    },
  ])('of $what begin behind the one before', async ({ index, deleteBatch, insert }) => {
    const admin = await stage.admin();
    const { companyId } = await stage.given.company();
    await none(admin, sql`begin`);
    await insertKept(admin, companyId);
    const kept = await rowsIn(admin, companyId);
    await insert(admin, { companyId, days: DAYS, count: 4 * SIZE });
    // Without names, an administrator analyzes the tables of all other tests as well.
    await none(
      admin,
      sql`analyze runs, webhooks, webhook_deliveries, sign_in_attempts, sessions, verifications,
        sign_in_links, refusals_of_runs, invites, join_requests`,
    );
    const first = await pagesOf(admin, (db) => deleteBatch(db, FIRST));
    const second = await deleteBatch(admin, FIRST);
    const plan = await planOf(admin, (db) => deleteBatch(db, next(second)));
    expect(plan).toContain(index);
    expect(plan).toContain('Tid Scan');
    const third = await pagesOf(admin, (db) => deleteBatch(db, next(second)));
    const fourth = await deleteBatch(admin, next(second));
    const end = await pagesOf(admin, (db) => deleteBatch(db, next(fourth)));
    expect([second.count, fourth.count]).toEqual([SIZE, SIZE]);
    expect(await rowsIn(admin, companyId)).toEqual(kept);
    expect(third).toBeLessThan(first * 1.1);
    expect(end).toBeLessThan(PAGES_OF_NOTHING);
    // A later sweep finds what is older than the last batch of this one.
    await insert(admin, { companyId, days: DAYS, count: 1 });
    const { runtime } = stage.service;
    await deleteAged({ ...runtime, db: admin, agedRows });
    expect(await rowsIn(admin, companyId)).toEqual(kept);
  });
});
