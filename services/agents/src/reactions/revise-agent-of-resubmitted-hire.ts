import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { revisedHire, withoutFields } from '../domain/revised-hire.ts';
import { impossibleReferences } from '../operations/keep-secrets.ts';
import { saveChange } from '../operations/save-change.ts';
import { lockWaitingAgent, withoutConflicts } from '../store/waiting-agents.ts';

/** What the board will decide about is what the agent will be. */
export const reviseAgentOfResubmittedHire = reaction(
  approvals,
  ['approval.resubmitted'],
  async ({ companyId, payload }, context: Context<typeof agents>) => {
    const { agentId, hire } = payload;
    if (!agentId || !hire) return;
    const agent = await lockWaitingAgent(context.db, companyId, agentId);
    if (!agent) return;
    const asked = revisedHire(agent, hire);
    // A secret that was deleted since, say: nobody is there to be told, so what was there stays.
    const impossible = await impossibleReferences(
      context, { companyId, agentId }, { ...asked.config, metadata: asked.metadata }, agent,
    );
    const { config, metadata } = withoutFields(asked, agent, impossible.map(({ path }) => path));
    await saveChange(context, agent, {
      authority: 'board',
      source: 'patch',
      wanted: { config: await withoutConflicts(context.db, agent, config), metadata },
    });
  },
);
