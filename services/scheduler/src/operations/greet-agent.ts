import type { scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { getInspectedAgent } from '../runs/inspected-agent.ts';
import { wakeAgent } from './wake-agent.ts';

/** As the agent's own work: a wake-up, with its rules, its budget and its cost. */
export const greetAgent: Handler<typeof scheduler, 'greetAgent', SchedulerParts> = async (
  input,
  context,
) => {
  const { agentId } = await getInspectedAgent(context, input);
  const answer = await wakeAgent({ agentId, source: 'on_demand', reason: 'check' }, context);
  return answer.status === 'skipped' ? answer : { runId: answer.id, status: answer.status };
};
