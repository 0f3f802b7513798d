/** Lists of webhooks and what is due use indexes, so they do not get slower as tables grow. */
import { newId, type Db } from '@muster/service-kit';
import { openStage, planOf, type Stage } from '@muster/test-kit';
import type { gateway } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayService } from '../src/service.ts';
import { listFailingWebhooks } from '../src/inbox/waiting.ts';
import { findWebhookWork } from '../src/webhooks/store/leased-webhooks.ts';
import { claimDueDeliveries } from '../src/webhooks/store/due-deliveries.ts';
import { listDeliveries } from '../src/webhooks/store/webhook-deliveries.ts';
import { listWebhookRows } from '../src/webhooks/store/webhooks.ts';
import { BOARD_TOKEN } from './open-gateway.ts';

let stage: Stage<typeof gateway>;
const [companyId, webhookId] = [newId(), newId()];

/** A thousand disabled webhooks with ten deliveries each; the pending ones are due tomorrow. */
beforeAll(async () => {
  stage = await openStage(gatewayService, {
    env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN },
  });
  const fill = (text: string) => stage.db.run({ text, values: [] });
  await fill(`
    insert into webhooks (
      id, company_id, url, status, disabled_reason, positions, created_at, updated_at
    )
    select gen_random_uuid(), c, 'https://example.com/', 'disabled', 'manual', '{}', now(), now()
    from (select gen_random_uuid() as c from generate_series(1, 100)), generate_series(1, 10)`);
  await fill(`
    insert into webhook_deliveries (
      id, company_id, webhook_id, event, status, attempts, due_at, created_at, finished_at
    )
    select gen_random_uuid(), company_id, id, 'ping', s, 1,
      case s when 'pending' then now() + interval '1 day' end, now() - n * interval '1 minute',
      case s when 'pending' then null else now() end
    from webhooks, generate_series(1, 10) n,
      lateral (select case n when 1 then 'pending' when 2 then 'dead' else 'delivered' end as s)`);
  await fill('analyze webhooks');
  await fill('analyze webhook_deliveries');
});
afterAll(() => stage.close());

const deliveries = (status: 'dead' | undefined) => (db: Db) =>
  listDeliveries(db, { companyId, webhookId, status, before: undefined, limit: 10 });

describe('the plan', () => {
  it.each([
    {
      what: 'the webhooks of a company',
      index: 'webhooks_newest_first',
      ask: (db: Db) => listWebhookRows(db, { companyId, before: newId(), limit: 10 }),
    },
    {
      what: 'the deliveries of a webhook',
      index: 'webhook_deliveries_newest_first',
      ask: deliveries(undefined),
    },
    {
      what: 'its deliveries of one status',
      index: 'webhook_deliveries_by_status',
      ask: deliveries('dead'),
    },
    {
      what: 'what is due',
      index: 'webhook_deliveries_due',
      ask: (db: Db) => claimDueDeliveries(db, 1, 10, [newId()]),
    },
    {
      what: 'the pings and replays to send',
      index: 'webhook_deliveries_due',
      ask: findWebhookWork,
    },
    {
      what: 'the failing webhooks of many companies',
      index: 'webhooks_failing',
      ask: (db: Db) => listFailingWebhooks(db, 'all'),
    },
    {
      what: 'the webhooks to work on',
      index: 'webhooks_to_work_on',
      ask: findWebhookWork,
    },
  ])('of $what uses $index', async ({ ask, index }) => {
    expect(await planOf(stage.db, ask)).toContain(index);
  });
});
