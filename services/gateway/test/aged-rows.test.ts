import {
  deleteAged,
  deleteOldest,
  many,
  newId,
  none,
  one,
  sql,
  type Batch,
  type Db,
  type OldRows,
} from '@muster/service-kit';
import { growthOfSweeps, pagesOf, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agedRows } from '../src/aged-rows.ts';
import { listInvitations } from '../src/identity/store/user-invitations.ts';
import { listMemberRows, listMemberships } from '../src/identity/store/members.ts';
import { oldRuns } from '../src/copies/store/runs.ts';
import {
  expiredSessions,
  expiredVerifications,
  findBoundSession,
  listSessionRows,
} from '../src/identity/store/sessions.ts';
import { expiredSignInLinks, useSignInLink } from '../src/identity/store/sign-in-links.ts';
import { oldSignInFailures, oldSignInSuccesses } from '../src/identity/store/sign-in-attempts.ts';
import { listBoardTokenRows } from '../src/identity/store/board-tokens.ts';
import { listUserRows } from '../src/identity/store/users.ts';
import { addRefusals, oldRefusals, listRefusals } from '../src/refusals/store/refusals-of-runs.ts';
import {
  deleteOldDeadDeliveries,
  oldDeliveries,
} from '../src/webhooks/store/webhook-deliveries.ts';
import { insertAttempts, insertDeliveries, insertRuns, insertWebhooks } from './old-rows.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { signedInMember } from './signed-in-users.ts';

const FIRST: Batch = { limit: 1_000 };
const firstOf = (old: OldRows) => (db: Db) => deleteOldest(db, old, FIRST);
const LONG = { timeout: 1_800_000 };

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
  const fill = (text: string) => server.stage.db.run({ text, values: [] });
  await fill(`
    insert into users (id, name, email)
    select gen_random_uuid(), 'Eve', n || '@example.org' from generate_series(1, 2000) n`);
  await fill(`
    insert into sessions (id, user_id, token, expires_at)
    select gen_random_uuid(), id, id, now() + interval '7 days' from users`);
  await fill(`
    insert into sign_in_links (id, user_id, page_secret_hash, code_hash, expires_at)
    select gen_random_uuid(), id, sha256(id::text::bytea), sha256(id::text::bytea),
      now() + interval '1 hour'
    from users`);
  await none(await server.stage.admin(), sql`analyze users, sessions, sign_in_links`);
});
afterAll(() => server.close());

describe('deletion by age', () => {
  it('deletes old rows and keeps recent and active ones', async () => {
    const { db } = server.stage;
    const { companyId } = await server.stage.given.company();
    const [old, young, running] = [newId(), newId(), newId()];
    await none(
      db,
      sql`
      insert into runs (run_id, company_id, agent_id, epoch, ended, changed_at) values
        (${old}, ${companyId}, ${newId()}, 1, true, now() - interval '31 days'),
        (${young}, ${companyId}, ${newId()}, 1, true, now() - interval '29 days'),
        (${running}, ${companyId}, ${newId()}, 1, false, now() - interval '31 days')`,
    );
    const refusal = { companyId, operation: 'getIssue', code: 'issue_not_found', count: 1 };
    const [ancient, recent] = ['01800000-0000-7000-8000-000000000001', newId()];
    const lastAt = new Date().toISOString();
    await addRefusals(db, [
      { ...refusal, runId: ancient, lastAt },
      { ...refusal, runId: recent, lastAt },
    ]);
    const { userId } = await signedInMember(server, companyId);
    await none(
      db,
      sql`
      update sessions set expires_at = now() - interval '1 second' where user_id = ${userId}`,
    );
    await none(
      db,
      sql`update sign_in_attempts set since = now() - interval '2 hours', succeeded_at = now() - interval '31 days'`,
    );
    await deleteAged({ ...server.stage.service.runtime, agedRows });
    expect(await listRefusals(db, [companyId], ancient, 9)).toEqual([]);
    expect(await listRefusals(db, [companyId], recent, 9)).toMatchObject([{ count: 1 }]);
    expect(await listRefusals(db, [newId()], recent, 9)).toEqual([]);
    const left = await many<{ runId: string }>(
      db,
      sql`
      select run_id from runs where company_id = ${companyId} order by changed_at`,
    );
    expect(left.map(({ runId }) => runId)).toEqual([running, young]);
    const { rows } = await one<{ rows: number }>(
      db,
      sql`
      select (select count(*) from sessions where user_id = ${userId})
        + (select count(*) from sign_in_attempts) as rows`,
    );
    expect(rows).toBe(0);
  });

  it.each([
    ['ended runs', firstOf(oldRuns), 'runs_ended_by_age'],
    ['deliveries', firstOf(oldDeliveries(7)), 'webhook_deliveries_done'],
    [
      'dead ones',
      (db: Db) => deleteOldDeadDeliveries(db, 90, FIRST),
      'webhook_deliveries_by_status',
    ],
    ['refusals', firstOf(oldRefusals), 'refusals_of_runs_pkey'],
    ['sessions', firstOf(expiredSessions), 'sessions_by_expiry'],
    ['sign-ins elsewhere', firstOf(expiredVerifications), 'verifications_by_expiry'],
    ['links', firstOf(expiredSignInLinks), 'sign_in_links_by_expiry'],
    ['tries to sign in', firstOf(oldSignInFailures), 'sign_in_attempts_failed'],
    ['successes', firstOf(oldSignInSuccesses(30)), 'sign_in_attempts_by_success'],
  ])('finds old %s by an index', async (_, forget, index) => {
    expect(await planOf(server.stage.db, forget)).toContain(index);
  });

  it('costs the same in each turn under load, and takes no more room', LONG, async () => {
    const { companyId } = await server.stage.given.company();
    const webhookId = newId();
    const admin = await server.stage.admin();
    await insertWebhooks(admin, companyId, [webhookId]);
    const insert = async (days: number): Promise<void> => {
      await insertRuns(admin, { companyId, days, count: 5_000, ended: true });
      const ofWebhook = { companyId, webhookIds: [webhookId], days };
      await insertDeliveries(admin, { ...ofWebhook, count: 2_000, status: 'delivered' });
      await insertDeliveries(admin, { ...ofWebhook, count: 1_000, status: 'dead' });
      await insertAttempts(admin, { days, count: 2_000 });
      await insertAttempts(admin, { days, count: 2_000, succeededDays: null });
    };
    const growth = await growthOfSweeps({
      db: server.stage.db,
      admin,
      tables: ['runs', 'webhook_deliveries', 'sign_in_attempts'],
      fill: (turn, turns) => insert(91 + (turns - turn)),
      firstBatch: async () =>
        (await pagesOf(server.stage.db, firstOf(oldRuns))) +
        (await pagesOf(server.stage.db, firstOf(oldDeliveries(7)))) +
        (await pagesOf(server.stage.db, (db) => deleteOldDeadDeliveries(db, 90, FIRST))) +
        (await pagesOf(server.stage.db, firstOf(oldSignInFailures))) +
        (await pagesOf(server.stage.db, firstOf(oldSignInSuccesses(30)))),
      sweep: () => deleteAged({ ...server.stage.service.runtime, agedRows }),
      load: () => insert(1),
      clear: async () => {
        await admin.client.query('delete from runs where company_id = $1', [companyId]);
        await admin.client.query('delete from webhook_deliveries where company_id = $1', [
          companyId,
        ]);
        await admin.client.query('delete from sign_in_attempts');
      },
    });
    expect(growth.pages).toBeLessThan(1.5);
    expect(growth.bytes).toBeLessThan(1.5);
  });
});

describe('the plan of a list', () => {
  const id = newId();
  const after = ['2026-01-01T00:00:00.000Z', id] as const;

  it.each([
    [
      'members',
      'memberships_in_order',
      (db: TestGateway['stage']['db']) => listMemberRows(db, { companyId: id, after, limit: 101 }),
    ],
    [
      'memberships',
      'memberships_by_user',
      (db: TestGateway['stage']['db']) => listMemberships(db, id),
    ],
    [
      'invitations',
      'user_invitations_by_company',
      (db: TestGateway['stage']['db']) =>
        listInvitations(db, { companyId: id, before: after, limit: 101 }),
    ],
    [
      'users',
      'users_in_order',
      (db: TestGateway['stage']['db']) => listUserRows(db, { after, limit: 101 }),
    ],
    ['sessions', 'sessions_by_user', (db: TestGateway['stage']['db']) => listSessionRows(db, id)],
    [
      'a session',
      'sessions_token_unique',
      (db: TestGateway['stage']['db']) => findBoundSession(db, 'sha256:x'),
    ],
    [
      'links',
      'sign_in_links_code_unique',
      (db: TestGateway['stage']['db']) =>
        useSignInLink(db, { codeHash: Buffer.alloc(32), pageSecretHash: Buffer.alloc(32) }),
    ],
    [
      'tokens',
      'board_tokens_by_user',
      (db: TestGateway['stage']['db']) => listBoardTokenRows(db, id),
    ],
  ])('of %s uses an index', async (_, index, ask) => {
    const plan = await planOf(server.stage.db, async (db) => {
      await ask(db);
    });
    expect(plan).toContain(index);
  });
});
