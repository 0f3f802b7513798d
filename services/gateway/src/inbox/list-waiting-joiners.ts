import { scopeWith, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import * as store from './waiting.ts';

/** A member with the permission to approve decides on joining agents; owners see webhooks. */
export const listWaitingJoiners: Handler<typeof gateway, 'listWaitingJoiners'> = async (
  _,
  { db, actor },
) => {
  const [toDecide, owned] = [scopeWith(actor, 'approve'), scopeWith(actor, 'owner')];
  const [joinCounts, joinRows, hookCounts, hookRows] = await Promise.all([
    store.countWaitingJoinRequests(db, toDecide),
    store.listWaitingJoinRequests(db, toDecide),
    store.countFailingWebhooks(db, owned),
    store.listFailingWebhooks(db, owned),
  ]);
  return {
    joinRequests: { ...joinCounts, rows: joinRows },
    webhooks: { ...hookCounts, rows: hookRows },
  };
};
