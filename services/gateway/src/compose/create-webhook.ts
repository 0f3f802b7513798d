/** A webhook begins where the logs end now, which is read before the one write. */
import { gateway, Refusal, scopeOf } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { textsOf } from '../domain/feed-position.ts';
import { readHeads } from '../live/read-log.ts';
import { findCompany } from '../store/companies.ts';
import { ask } from './ask.ts';
import type { ComposedCall } from './composed-calls.ts';

export const createWebhook = ({ db, rpc }: Runtime): ComposedCall => async (input, onBehalf) => {
  const companyId = String(input['companyId']);
  if (!(await findCompany(db, scopeOf(onBehalf.actor), companyId))) {
    throw new Refusal('company_not_found');
  }
  const positions = textsOf(await readHeads(rpc, companyId));
  return ask(rpc, gateway, 'registerWebhook', { ...input, positions }, onBehalf);
};
