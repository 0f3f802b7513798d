/** A page of a list with long columns reads about an answer, however long its rows are. */
import { gateway } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { boardActor, openStage, walkList, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatewayService } from '../src/service.ts';
import { BOARD_TOKEN } from './open-gateway.ts';

const ROWS = 500;
/** Rows, and what a page reads besides: each is less. */
const ANSWERS_MAX = 1.5;
const companyId = newId();

let stage: Stage<typeof gateway>;
beforeAll(async () => {
  stage = await openStage(gatewayService, {
    env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN },
  });
  const admin = await stage.admin();
  await none(
    admin,
    sql`
    insert into invites (
      id, company_id, company_name, token_hash, agent_message, created_by_user_id, created_at,
      expires_at
    )
    select uuidv7(), ${companyId}, 'Acme', sha256(n::text::bytea), repeat('漢', 4000), uuidv7(),
      now(), now()
    from generate_series(1, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into join_requests (
      id, company_id, invite_id, status, agent_name, role, capabilities, adapter_type,
      adapter_config, claim_hash, expires_at, created_at
    )
    select id, company_id, id, 'pending', 'Eve', 'general', agent_message, 'remote',
      jsonb_build_object('url', repeat(md5(id::text), 200)), token_hash, expires_at, created_at
    from invites`,
  );
});
afterAll(() => stage.close());

const lists = ['listInvites', 'listJoinRequests'];
/** Lists without a text that is longer than a few kilobytes. */
const SHORT = [
  'listHookDeliveries',
  'listHooks',
  'listInstanceActivity',
  'listOwnActivity',
  'listInstanceInvitations',
  'listMembers',
  'listUserInvitations',
  'listUsers',
  'listWebhookDeliveries',
  'listWebhooks',
];

it.each(lists)('a page of %s reads about an answer, and all pages each once', async (operation) => {
  const input = { companyId, limit: 500 };
  const actor = boardActor();
  const { items, answersRead } = await walkList(gatewayService, stage, operation, input, actor);
  const ids = new Set(items.map((item) => (item as { id: string }).id));
  expect({ items: items.length, ids: ids.size }).toEqual({ items: ROWS, ids: ROWS });
  expect(answersRead).toBeLessThan(ANSWERS_MAX);
});

it('has no other list', () => {
  const paged = Object.entries(gateway.operations)
    .filter(([, operation]) => 'paged' in operation)
    .map(([name]) => name);
  expect(paged.toSorted()).toEqual([...lists, ...SHORT].toSorted());
});
