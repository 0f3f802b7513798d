import { many, newId, none, one, sql } from '@muster/service-kit';
import { planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetEnded } from '../src/jobs/forget-ended.ts';
import { listInvitations } from '../src/store/user-invitations.ts';
import { listMembers, listMemberships } from '../src/store/members.ts';
import { forgetEndedRuns } from '../src/store/runs.ts';
import { forgetSessions, forgetVerifications, listSessions } from '../src/store/sessions.ts';
import { forgetAttempts } from '../src/store/sign-in-attempts.ts';
import { listBoardTokens } from '../src/store/board-tokens.ts';
import { listUsers } from '../src/store/users.ts';
import { openDoor, type OpenDoor } from './open-door.ts';
import { personIn } from './people.ts';

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor();
  const fill = (text: string) => door.stage.db.run({ text, values: [] });
  await fill(`
    insert into users (id, name, email)
    select gen_random_uuid(), 'Eve', n || '@example.org' from generate_series(1, 2000) n`);
  await fill(`
    insert into sessions (id, user_id, token, expires_at)
    select gen_random_uuid(), id, id, now() + interval '7 days' from users`);
  await fill('analyze users, sessions');
});
afterAll(() => door.close());

describe('what ended long ago', () => {
  it('is forgotten, and what is younger or still runs is not', async () => {
    const { db } = door.stage;
    const { companyId } = await door.stage.given.company();
    const [old, young, running] = [newId(), newId(), newId()];
    await none(db, sql`
      insert into runs (run_id, company_id, agent_id, epoch, ended, changed_at) values
        (${old}, ${companyId}, ${newId()}, 1, true, now() - interval '31 days'),
        (${young}, ${companyId}, ${newId()}, 1, true, now() - interval '29 days'),
        (${running}, ${companyId}, ${newId()}, 1, false, now() - interval '31 days')`);
    const { userId } = await personIn(door, companyId);
    await none(db, sql`
      update sessions set expires_at = now() - interval '1 second' where user_id = ${userId}`);
    await none(db, sql`update sign_in_attempts set since = now() - interval '2 hours'`);
    await forgetEnded(db);
    const left = await many<{ runId: string }>(db, sql`
      select run_id from runs where company_id = ${companyId} order by changed_at`);
    expect(left.map(({ runId }) => runId)).toEqual([running, young]);
    const { rows } = await one<{ rows: number }>(db, sql`
      select (select count(*) from sessions where user_id = ${userId})
        + (select count(*) from sign_in_attempts) as rows`);
    expect(rows).toBe(0);
  });

  it.each([
    ['ended runs', forgetEndedRuns, 'runs_ended_by_age'],
    ['sessions', forgetSessions, 'sessions_by_expiry'],
    ['sign-ins elsewhere', forgetVerifications, 'verifications_by_expiry'],
    ['tries to sign in', forgetAttempts, 'sign_in_attempts_by_age'],
  ])('is found among %s by an index', async (_, forget, index) => {
    expect(await planOf(door.stage.db, forget)).toContain(index);
  });
});

describe('each list of people and of what they hold', () => {
  const id = newId();
  const after = ['2026-01-01T00:00:00.000Z', id] as const;

  it.each([
    ['members', 'memberships_in_order',
      (db: OpenDoor['stage']['db']) => listMembers(db, { companyId: id, after, limit: 101 })],
    ['memberships', 'memberships_by_user',
      (db: OpenDoor['stage']['db']) => listMemberships(db, id)],
    ['invitations', 'user_invitations_by_company',
      (db: OpenDoor['stage']['db']) =>
        listInvitations(db, { companyId: id, before: after, limit: 101 })],
    ['users', 'users_in_order', (db: OpenDoor['stage']['db']) =>
      listUsers(db, { after, limit: 101 })],
    ['sessions', 'sessions_by_user', (db: OpenDoor['stage']['db']) => listSessions(db, id)],
    ['tokens', 'board_tokens_by_user', (db: OpenDoor['stage']['db']) => listBoardTokens(db, id)],
  ])('of %s reads an index', async (_, index, ask) => {
    const plan = await planOf(door.stage.db, async (db) => {
      await ask(db);
    });
    expect(plan).toContain(index);
  });
});
