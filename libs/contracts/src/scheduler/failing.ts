/** Agents whose runs fail for the same reason, one after the other: they wait between tries. */
import { z } from 'zod';
import { event } from '../define.ts';
import { Id, Timestamp } from '../vocabulary.ts';

/** How an agent fails, in events and answers. */
export const failingFields = {
  failures: z.int().describe('Runs that failed one after the other for the same reason.'),
  since: Timestamp.describe('When the first of these failures was.'),
  errorCode: z.string().describe('Why: an error code of runs.'),
};

export const failingEvents = {
  'agent.backed_off': event({
    entity: 'agent',
    version: 1,
    summary:
      'A run of an agent failed: no other one starts until then. After five equal failures it is held.',
    payload: z.object({
      agentId: Id,
      runId: Id,
      ...failingFields,
      until: Timestamp.nullable().describe(
        'When it is tried again; null: after a resumption, or another configuration or secret.',
      ),
    }),
  }),
  'agent.recovered': event({
    entity: 'agent',
    version: 1,
    summary: 'Agents that failed may start runs again: by a success, or as something was changed.',
    payload: z.object({ agentIds: z.array(Id) }),
  }),
} as const;
