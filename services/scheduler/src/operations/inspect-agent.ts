import type { scheduler } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { checkOfStatus, reportOf } from '../domain/agent-check.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { getInspectedAgent } from '../runs/inspected-agent.ts';

export const inspectAgent: Handler<typeof scheduler, 'inspectAgent', SchedulerParts> = async (
  input,
  context,
) => {
  const agent = await getInspectedAgent(context, input);
  const { agentId, companyId } = agent;
  const inspect = await context.parts.inspector.promise;
  const requestId = context.by.requestId ?? newId();
  const known = [checkOfStatus(agent)];
  const { actor } = context;
  return reportOf(await inspect({ agentId, companyId, requestId, actor, known }));
};
