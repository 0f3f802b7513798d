/** Copies an agent's limit; a new one may exhaust or restore its budget. */
import { agents, agentSnapshotEvents, type billing } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { announceBudget } from '../booking/announce-budget.ts';
import { saveAgent } from '../store/agents.ts';
import { lockBooks } from '../store/companies.ts';
import { getMonthBudgets } from '../store/months.ts';

export const copyRoster = reaction(
  agents,
  agentSnapshotEvents,
  async ({ companyId, payload }, context: Context<typeof billing>) => {
    const { db, now } = context;
    const { agentId } = payload;
    await lockBooks(db, companyId);
    if (!(await saveAgent(db, companyId, payload))) return;
    const { month, agent } = await getMonthBudgets(db, { companyId, agentId, at: now });
    await announceBudget(context, { companyId, agentId, month }, agent);
  },
  { history: 'state' },
);
