import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { revisedHire, withoutFields } from '../domain/revised-hire.ts';
import { unknownReferences } from '../operations/keep-secrets.ts';
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
    // A secret that was deleted since: nobody is there to be told, so what was there stays.
    const unknown = await unknownReferences(
      context, { companyId, agentId }, { ...asked.config, metadata: asked.metadata }, agent,
    );
    const { config, metadata } = withoutFields(asked, agent, unknown.map(({ path }) => path));
    await saveChange(context, agent, {
      authority: 'board',
      source: 'patch',
      wanted: { config: await withoutConflicts(context.db, agent, config), metadata },
    });
  },
);
