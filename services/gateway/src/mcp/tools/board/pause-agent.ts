import { AgentRef } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../../as-answer.ts';
import { company, companyOf } from '../../company-of.ts';
import { cut } from '../../domain/fit.ts';
import { replaces, tool } from '../../tool.ts';

const NAME_MAX = 200;

export const pauseAgent = tool({
  name: 'pause_agent',
  description: 'Pause an agent: its runs are stopped, and it starts no other until it is resumed.',
  input: z.strictObject({ agent: AgentRef.describe('id or url key'), company }),
  hints: replaces,
  async run({ agent: agentId, company: named }, call) {
    const companyId = await companyOf(call, named);
    const { answer } = await call.perform('pauseAgent', { agentId, companyId });
    const { id, status, pauseReason, name } = answer;
    return asAnswer({ agent: id, status, pauseReason, said: { name: cut(name, NAME_MAX) } });
  },
});
