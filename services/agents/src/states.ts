/** The current state of a company, its agents and its secrets, as events. */
import type { Stated, States } from '@muster/service-kit';
import { agentEvent, companyEvent, secretEvent } from './events.ts';
import { listAgentStates } from './store/agents.ts';
import { findCompany } from './store/companies.ts';
import { listSecretRows } from './store/secrets/secrets.ts';
import { findZoneChange } from './store/zones.ts';

type Thing = Pick<Stated, 'entityId' | 'payload'>;

/** Ids grow, and stay. */
const inOrderOfIds = ({ entityId, payload }: Thing): Stated => ({
  entityId,
  payload,
  after: entityId,
});

export const states: States = {
  'company.created': async (db, { companyId, after }) => {
    const company = after === null ? await findCompany(db, [companyId], companyId) : undefined;
    if (!company) return [];
    return [inOrderOfIds(companyEvent(company, await findZoneChange(db, companyId)))];
  },
  'agent.created': async (db, { companyId, after, limit }) => {
    const rows = await listAgentStates(db, companyId, { after, limit });
    return rows.map((row) => inOrderOfIds(agentEvent(row)));
  },
  'secret.created': async (db, { companyId, after, limit }) => {
    const rows = await listSecretRows(db, companyId, { after: after ?? undefined, limit });
    return rows.map((row) => inOrderOfIds(secretEvent(row)));
  },
};
