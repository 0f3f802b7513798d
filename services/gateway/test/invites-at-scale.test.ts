/** Lists, lookups and deletions use indexes, so they do not get slower as tables grow. */
import { deleteAged, deleteOldest, newId, one, sql, type Db } from '@muster/service-kit';
import { openStage, planOf, type Stage } from '@muster/test-kit';
import type { gateway } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agedRows } from '../src/aged-rows.ts';
import { listWaitingJoinRequests } from '../src/inbox/waiting.ts';
import { gatewayService } from '../src/service.ts';
import {
  getOpenInvite,
  listInviteRows,
  oldInvites,
  useInvite,
} from '../src/joining/store/invites.ts';
import {
  getOwnJoinRequest,
  listJoinRequestRows,
  oldJoinRequests,
} from '../src/joining/store/join-requests.ts';
import { BOARD_TOKEN } from './open-gateway.ts';

let stage: Stage<typeof gateway>;
const [companyId, id] = [newId(), newId()];
const hash = Buffer.alloc(32, 7);

/** A hundred companies with a hundred invites and join requests each, half of them expired. */
beforeAll(async () => {
  stage = await openStage(gatewayService, {
    env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN },
  });
  const fill = (text: string) => stage.db.run({ text, values: [] });
  await fill(`
    insert into invites (
      id, company_id, company_name, token_hash, created_by_user_id, created_at, expires_at
    )
    select gen_random_uuid(), c, 'Acme', sha256(gen_random_uuid()::text::bytea),
      gen_random_uuid(), now(), now() + interval '15 days' - n * interval '1 day'
    from (select gen_random_uuid() as c from generate_series(1, 100)), generate_series(1, 100) n`);
  await fill(`
    insert into join_requests (
      id, company_id, invite_id, status, agent_name, role, adapter_type, adapter_config,
      claim_hash, expires_at, created_at
    )
    select gen_random_uuid(), company_id, id, 'pending', 'Eve', 'general', 'remote', '{}',
      token_hash, expires_at, created_at
    from invites`);
  await fill('analyze');
});
afterAll(() => stage.close());

const page = { companyId, before: undefined, size: 100 };
const claim = { joinRequestId: id, claimHash: hash };

describe('the plan', () => {
  it.each([
    {
      what: 'an invite by its token',
      index: 'invites_token_hash_unique',
      ask: (db: Db) => getOpenInvite(db, hash),
    },
    {
      what: 'using an invite',
      index: 'invites_token_hash_unique',
      ask: (db: Db) => useInvite(db, hash),
    },
    {
      what: 'the invites of a company',
      index: 'invites_newest_first',
      ask: (db: Db) => listInviteRows(db, page),
    },
    {
      what: 'a join request by its secret',
      index: 'join_requests_pkey',
      ask: (db: Db) => getOwnJoinRequest(db, claim),
    },
    {
      what: 'the join requests of a company',
      index: 'join_requests_newest_first',
      ask: (db: Db) => listJoinRequestRows(db, { ...page, statuses: ['pending'] }),
    },
    {
      what: 'the pending join requests of many companies',
      index: 'join_requests_pending',
      ask: (db: Db) => listWaitingJoinRequests(db, 'all'),
    },
    {
      what: 'deleting old invites',
      index: 'invites_by_expiry',
      ask: (db: Db) => deleteOldest(db, oldInvites, { limit: 1_000 }),
    },
    {
      what: 'deleting old join requests',
      index: 'join_requests_by_expiry',
      ask: (db: Db) => deleteOldest(db, oldJoinRequests, { limit: 1_000 }),
    },
  ])('of $what uses $index', async ({ ask, index }) => {
    const plan = await planOf(stage.db, ask);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on invites');
    expect(plan).not.toContain('Seq Scan on join_requests');
  });
});

describe('deletion by age', () => {
  it('deletes everything that expired a month ago, in batches, and nothing else', async () => {
    const count = () =>
      one<{ invites: number; requests: number; old: number }>(
        stage.db,
        sql`
      select (select count(*) from invites) as invites,
        (select count(*) from join_requests) as requests,
        (select count(*) from invites where expires_at < now() - interval '30 days') as old`,
      );
    const before = await count();
    expect(before.old).toBeGreaterThan(5_000);
    await deleteAged({ ...stage.service.runtime, agedRows });
    const left = before.invites - before.old;
    expect(await count()).toEqual({ invites: left, requests: left, old: 0 });
  });
});
