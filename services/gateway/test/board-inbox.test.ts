import { agents, BoardInbox, Permission } from '@muster/contracts';
import { newId, none, sql, type RunningService } from '@muster/service-kit';
import { aCompany } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

let server: TestGateway;
let other: RunningService;
const companyId = newId();
const NOW = '2026-05-01T12:00:00.000Z';
beforeAll(async () => {
  server = await openGateway();
  // An event of a company would come from another stand-in of the agents service.
  await none(
    await server.stage.admin(),
    sql`insert into companies (company_id, status, version) values (${companyId}, 'active', 1)`,
  );
  const agentsStub = stubOf(agents, {
    listStoppedAgents: async (_, { scope }) => ({
      counts: scope === 'all' || scope.includes(companyId) ? [{ companyId, count: 3 }] : [],
      rows: [],
    }),
    getCompany: async ({ companyId: id }) => ({
      ...aCompany({ companyId: id }),
      id,
      name: 'Acme',
      description: '',
      spentMonthlyCents: 0,
      createdAt: NOW,
      updatedAt: NOW,
    }),
  });
  other = await agentsStub(server.stage.env);
});
afterAll(async () => {
  await server.close();
  await other.stop();
});

const inbox = async () => {
  const { status, body } = await server.call('GET /api/inbox');
  expect(status).toBe(200);
  return BoardInbox.strict().parse(body);
};

it('has what waits in all companies, and names the services that cannot answer', async () => {
  const [joining, expired, webhook] = [newId(), newId(), newId()];
  const admin = await server.stage.admin();
  await none(
    admin,
    sql`
    insert into join_requests (
      id, company_id, invite_id, status, agent_name, role, adapter_type, adapter_config,
      claim_hash, expires_at, created_at
    )
    select id, ${companyId}, id, 'pending', 'Ivy', 'general', 'remote', '{}',
      sha256(id::text::bytea), now() + hours * interval '1 hour', now()
    from unnest(${[joining, expired]}::uuid[], array[1, -1]) as j (id, hours)`,
  );
  await none(
    admin,
    sql`
    insert into webhooks (
      id, company_id, url, status, disabled_reason, positions, last_error, created_at, updated_at
    )
    values (
      ${webhook}, ${companyId}, 'https://example.com/', 'disabled', 'failing', '{}', 'refused',
      now(), now()
    )`,
  );
  const waiting = await inbox();
  expect(waiting.joinRequests).toMatchObject([{ id: joining, agentName: 'Ivy' }]);
  expect(waiting.webhooks).toMatchObject([{ id: webhook, companyId, lastError: 'refused' }]);
  expect(waiting.companies).toEqual([
    {
      companyId,
      role: null,
      permissions: Permission.options,
      counts: {
        approvals: 0,
        joinRequests: 1,
        assigned: 0,
        inReview: 0,
        stuck: 0,
        agents: 3,
        webhooks: 1,
        overdue: 0,
        questions: 0,
        routines: 0,
      },
    },
  ]);
  expect(waiting.unavailable).toEqual(['issues', 'approvals']);
  await none(admin, sql`update join_requests set status = 'rejected' where id = ${joining}`);
  await none(admin, sql`delete from webhooks where id = ${webhook}`);
  expect(await inbox()).toMatchObject({ joinRequests: [], webhooks: [] });
});

it('is that of one company where the path names it', async () => {
  const of = async (id: string) => {
    const { status, body } = await server.call(`GET /api/companies/${id}/inbox`);
    expect(status).toBe(200);
    return BoardInbox.strict().parse(body).companies;
  };
  expect(await of(companyId)).toMatchObject([{ companyId, role: null, counts: { agents: 3 } }]);
  expect(await of(newId())).toEqual([]);
});
