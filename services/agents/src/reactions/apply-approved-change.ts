/**
 * Applies an approved change to exactly the settings that it was asked for. If they have changed
 * since, or what the change refers to is gone, nothing is applied, and the approval says so. Where it was
 * asked for the folder of a hire, the agent may start there from now on.
 */
import { approvals, isSame, type agents } from '@muster/contracts';
import { reaction, type Context } from '@muster/service-kit';
import { findUnusableReferences } from '../configuration/extract-secrets.ts';
import { saveChange } from '../configuration/save-change.ts';
import type { AgentRow } from '../domain/agent.ts';
import { settingsOf } from '../domain/config.ts';
import { isUnchanged } from '../domain/requested-change.ts';
import { agentEvent } from '../events.ts';
import { allowFolder } from '../store/folders.ts';
import { lockLivingAgent } from '../store/locks.ts';
import { takeRequestedChange, type RequestedChange } from '../store/requested-changes.ts';
import { withoutConflicts } from '../store/waiting-agents.ts';

export const applyApprovedChange = reaction(
  approvals,
  ['approval.approved'],
  async ({ companyId, payload: { type, approvalId } }, context: Context<typeof agents>) => {
    if (type !== 'change_agent') return;
    const { db, emit } = context;
    const hired = await allowFolder(db, companyId, approvalId);
    if (hired) return emitAllowed(hired, approvalId, emit);
    const change = await takeRequestedChange(db, companyId, approvalId);
    if (!change) return;
    const { agentId, wanted } = change;
    const agent = await lockLivingAgent(db, companyId, agentId, 'exclusive');
    const applies = agent !== undefined && (await isApplicable(context, agent, change));
    if (applies) {
      await saveChange(context, agent, { authority: 'board', source: 'patch', wanted });
    }
    emit(applies ? 'agent_change.applied' : 'agent_change.dropped', {
      companyId,
      entityId: approvalId,
      payload: { agentId, approvalId },
    });
  },
);

/** Its configuration is as it was, but it starts now: who waits for that hears of a changed one. */
function emitAllowed(
  hired: AgentRow,
  approvalId: string,
  emit: Context<typeof agents>['emit'],
): void {
  const { id: agentId, companyId } = hired;
  const event = agentEvent(hired);
  emit('agent.updated', {
    ...event,
    payload: { ...event.payload, changedKeys: ['adapterConfig'] },
  });
  emit('agent_change.applied', {
    companyId,
    entityId: approvalId,
    payload: { agentId, approvalId },
  });
}

async function isApplicable(
  context: Context<typeof agents>,
  agent: AgentRow,
  { before, wanted }: RequestedChange,
): Promise<boolean> {
  if (!isUnchanged(settingsOf(agent), before)) return false;
  const { companyId, id: agentId } = agent;
  const fitting = await withoutConflicts(context.db, agent, wanted.config);
  if (!isSame(fitting, wanted.config)) return false;
  const settings = { ...wanted.config, metadata: wanted.metadata };
  const unusable = await findUnusableReferences(context, { companyId, agentId }, settings, agent);
  return unusable.length === 0;
}
