/** What each field of a request to the board may be. */
import { UNKNOWN } from './fields.ts';
import type { FieldRow, Named } from './fields.ts';

const MANY = 51;

export const approvalFields: readonly FieldRow[] = [
  ['type', 'request_board_approval', 201], ['type', 'approve_ceo_strategy', 201],
  ['type', 'budget_override_required', 201], ['type', 'hire_agent', 400],
  ['type', 'wish', 400], ['type', undefined, 400], ['type', null, 400],
  ['payload', {}, 201], ['payload', { title: 'A machine', deep: [{ x: null }] }, 201],
  ['payload', undefined, 400], ['payload', null, 400], ['payload', [], 400], ['payload', 'x', 400],
  ['payload.plan', { steps: ['one'] }, 201], ['payload.plan', undefined, 400],
  ['payload.plan', null, 400], ['payload.plan', '', 400], ['payload.plan', ' ', 400],
  ['payload.amountCents', 1, 201], ['payload.amountCents', undefined, 400],
  ['payload.amountCents', 0, 400], ['payload.amountCents', -5, 400],
  ['payload.amountCents', 1.5, 400], ['payload.amountCents', '5', 400],
  ['payload.agentId', ({ ann }: Named) => ann, 201], ['payload.agentId', undefined, 201],
  ['payload.agentId', 'x', 400], ['payload.agentId', 5, 400],
  ['payload.agentId', UNKNOWN, 404, 'agent_not_found'],
  ['payload.agentId', ({ eve }: Named) => eve, 404, 'agent_not_found'],
  ['requestedByAgentId', ({ ann }: Named) => ann, 201], ['requestedByAgentId', undefined, 201],
  ['requestedByAgentId', 'x', 400], ['requestedByAgentId', null, 400],
  ['requestedByAgentId', UNKNOWN, 404, 'agent_not_found'],
  ['requestedByAgentId', ({ eve }: Named) => eve, 404, 'agent_not_found'],
  ['issueIds', [], 201], ['issueIds', undefined, 201],
  ['issueIds', ({ issue }: Named) => [issue, issue], 201],
  ['issueIds', [UNKNOWN], 404, 'issue_not_found'],
  ['issueIds', ({ foreignIssue }: Named) => [foreignIssue], 404, 'issue_not_found'],
  ['issueIds', ({ issue }: Named) => Array.from({ length: MANY }, () => issue), 400],
  ['issueIds', 'x', 400], ['issueIds', ['x'], 400],
];
