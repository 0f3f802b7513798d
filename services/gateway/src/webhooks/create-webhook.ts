/** Registers a webhook that starts at the present heads of the logs, read before the one write. */
import { gateway, Refusal, scopeOf } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { encodePositions } from '../feed/domain/feed-position.ts';
import { readHeads } from '../feed/read-log.ts';
import { findCompany } from '../copies/store/companies.ts';
import { ask } from '../upstream/ask.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';

export const createWebhook =
  ({ db, rpc }: Runtime): ComposedCall =>
  async (input, call) => {
    const companyId = String(input['companyId']);
    if (!(await findCompany(db, scopeOf(call.actor), companyId))) {
      throw new Refusal('company_not_found');
    }
    const positions = encodePositions(await readHeads(rpc, companyId));
    return ask(rpc, gateway, 'registerWebhook', { ...input, positions }, call);
  };
