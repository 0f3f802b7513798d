/** The check of an agent: by the scheduler, and for a remote agent by the uses of its keys as well. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { checkOperations, CheckReport, HelloAnswer } from '../scheduler/agent-check.ts';

const { inspectAgent, greetAgent } = checkOperations;

export const composedCheck = {
  checkAgent: operation({
    http: 'POST /api/agents/:agentId/check',
    summary:
      'Check an agent where it would be started, in ten seconds at most; with `hello` start a run ' +
      'instead, which is answered with 202.',
    who: ['agent', 'board'],
    // Without `hello` it reads.
    whilePaused: ['companyId'],
    needs: 'manage_agents',
    status: [200, 202],
    input: inspectAgent.input.extend({
      hello: z
        .boolean()
        .default(false)
        .describe('A real run, which waits, costs and counts like any other.'),
    }),
    output: z.union([CheckReport, ...HelloAnswer.options]),
    refusals: [...new Set([...inspectAgent.refusals, ...greetAgent.refusals])],
    emits: greetAgent.emits,
  }),
} as const;
