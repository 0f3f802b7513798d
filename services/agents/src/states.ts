/** The current state of a company, its agents and its secrets, as events. */
import { mapRows, type FirstRows, type Stated, type States } from '@muster/service-kit';
import { agentEvent, companyEvent, secretEvent } from './events.ts';
import { listAgentRows } from './store/agents.ts';
import { findCompany } from './store/companies.ts';
import { listSecretRows } from './store/secrets/secrets.ts';
import { findZoneChange } from './store/zones.ts';

type Thing = Pick<Stated, 'entityId' | 'payload'>;

/** Ids grow, and stay. */
const inOrderOfIds = <Row>(rows: FirstRows<Row>, tell: (row: Row) => Thing): FirstRows<Stated> =>
  mapRows(rows, (row) => {
    const { entityId, payload } = tell(row);
    return { entityId, payload, after: entityId };
  });

export const states: States = {
  'company.created': async (db, { companyId, after }) => {
    const company = after === null ? await findCompany(db, [companyId], companyId) : undefined;
    if (!company) return { rows: [], hasMore: false };
    const zone = await findZoneChange(db, companyId);
    return inOrderOfIds({ rows: [company], hasMore: false }, (row) => companyEvent(row, zone));
  },
  'agent.created': async (db, { companyId, ...page }) =>
    inOrderOfIds(await listAgentRows(db, companyId, page), agentEvent),
  'secret.created': async (db, { companyId, ...page }) =>
    inOrderOfIds(await listSecretRows(db, companyId, page), secretEvent),
};
