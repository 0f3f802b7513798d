/** Keeps an agent's limit; a new one may stop the agent or let it go on. */
import { agents, type billing } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { announceBudget } from '../operations/announce-budget.ts';
import { saveAgent } from '../store/agents.ts';
import { lockBooks } from '../store/companies.ts';
import { getStandings } from '../store/months.ts';

export const keepRoster = reaction(
  agents,
  [
    'agent.created', 'agent.hired', 'agent.hire_requested', 'agent.activated', 'agent.updated',
    'agent.paused', 'agent.resumed', 'agent.terminated',
  ],
  async ({ companyId, payload }, context: Context<typeof billing>) => {
    const { db, now } = context;
    const { agentId } = payload;
    await lockBooks(db, companyId);
    if (!(await saveAgent(db, companyId, payload))) return;
    const { month, agent } = await getStandings(db, { companyId, agentId, at: now });
    await announceBudget(context, { companyId, agentId, month }, agent);
  },
);
