import { agents, type gateway } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { saveCompany } from '../store/companies.ts';

/** What its agents may do depends on its status, so their cached credentials are dropped. */
export const copyCompanies = reaction(
  agents,
  ['company.created', 'company.updated'],
  async ({ payload }, { db, afterCommit, parts }: Context<typeof gateway, GatewayParts>) => {
    await saveCompany(db, payload);
    afterCommit(() => parts.signals.emit('companyChanged', payload.companyId));
  },
  { history: 'state' },
);
