/**
 * Requests that another service answers than the one whose path they use, depending on their input.
 * Only the agents service knows what a change of an agent means, so it takes such a request to the
 * board.
 */
import { agents } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { requireIssuesOfChange } from './composed/require-source-issues.ts';
import type { Diversion } from './upstream/diversion.ts';

/** By the name of the operation that has the path. */
export const diversions = (rpc: Rpc): Readonly<Record<string, Diversion>> => ({
  createApproval: {
    when: ({ type }) => type === 'change_agent',
    service: agents.name,
    name: 'requestAgentChange',
    operation: agents.operations.requestAgentChange,
    check: requireIssuesOfChange(rpc),
  },
});
