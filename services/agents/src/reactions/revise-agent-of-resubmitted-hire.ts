import { approvals, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { allowedVariablesOf } from '../configuration/allowed-variables.ts';
import { findUnusableReferences } from '../configuration/extract-secrets.ts';
import { saveChange } from '../configuration/save-change.ts';
import { revisedHire, withoutFields } from '../domain/revised-hire.ts';
import { refusedVariables } from '../domain/programs/variables.ts';
import { lockWaitingAgent, withoutConflicts } from '../store/waiting-agents.ts';

/** Applies the revised fields, so that the board decides on the agent as it will be. */
export const reviseAgentOfResubmittedHire = reaction(
  approvals,
  ['approval.resubmitted'],
  async ({ companyId, payload }, context: Context<typeof agents>) => {
    const { agentId, hire } = payload;
    if (!agentId || !hire) return;
    const agent = await lockWaitingAgent(context.db, companyId, agentId);
    if (!agent) return;
    const revised = revisedHire(agent, hire);
    // A reaction cannot refuse: a field with an unusable reference, say to a secret that was
    // deleted since, or with a variable that may not be set, keeps its current value.
    const unusable = await findUnusableReferences(
      context,
      { companyId, agentId },
      { ...revised.config, metadata: revised.metadata },
      agent,
    );
    const { config, metadata } = withoutFields(revised, agent, [
      ...unusable.map(({ path }) => path),
      ...(refusedVariables(allowedVariablesOf(context.config), revised.config).length > 0
        ? [['adapterConfig', 'env']]
        : []),
    ]);
    await saveChange(context, agent, {
      authority: 'board',
      source: 'patch',
      wanted: { config: await withoutConflicts(context.db, agent, config), metadata },
    });
  },
);
