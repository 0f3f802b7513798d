import {
  isWrite,
  methodOf,
  pathOf,
  Permission,
  permissionsOfApprovals,
  tokenLimits,
  type Operation,
} from '@muster/contracts';
import { code, codes, page, table } from './markdown.ts';
import type { Sources } from './sources.ts';

/** Which callers may call each operation, and what a board user needs for it. */
export function renderPermissions({ contracts, composed }: Sources): string {
  const sections = contracts.map(
    ({ name, operations }) => `## ${name}\n\n${operationsTable(operations)}`,
  );
  return page(
    '# Permissions',
    intro,
    approvalsSection,
    limitsSection,
    ...sections,
    `## Composed by the gateway\n\n${operationsTable(composed)}`,
  );
}

const intro = `The contract of an operation declares who may call it, and what a board user needs in
the company: one of the permissions ${codes(Permission.options)}, or the role owner. A viewer can only read. An
operator can call writes that need nothing, and others if it has the permission. An owner has all
permissions, an instance admin all rights in every company. Changing a budget needs
\`manage_budgets\` in every operation. The token of a run may call what an agent may call, except what
would outlive the run: there the agent needs a key. A paused agent, and an agent of a paused company, reads, and
calls what is marked with "while paused" alone, on the work that it has in hand. A board token may have limits (see below). Rules about the state of a record (an agent's managers, the
requester of an approval) apply in addition; each has its own code in [errors.md](errors.md).`;

const approvalsSection = `## What approvals change

A board user who asks for, resubmits or decides an approval needs the right for what it changes, besides
what the operation needs. Approving a join request needs \`manage_agents\` as well. An agent asks for
a budget override for itself and its reports. In a company with
\`approvalsNeedAnother\`, who asked for an approval or last changed its payload may not approve it,
reject it or request a revision of it, not even as an instance admin; cancelling stays allowed.

${table(
  ['type of approval', 'a board user needs'],
  Object.entries(permissionsOfApprovals).map(([type, permission]) => [
    code(type),
    code(permission),
  ]),
)}`;

const limitsSection = `## Limits of board tokens

A board token never may do more than its user may now. \`POST /api/board-tokens\` takes limits for a token that a
program or a model is to hold:

${table(
  ['limit', 'effect'],
  Object.entries(tokenLimits).map(([name, { description = '' }]) => [code(name), description]),
)}

With a limit, it is a viewer of its companies if it only reads, and an operator without permissions if it may not
decide. A token of an instance admin with limits names its companies and has no right on the instance. A token with
limits changes nothing of the account of its user: no tokens, sessions or invitations.`;

function operationsTable(operations: Readonly<Record<string, Operation>>): string {
  const rows = Object.entries(operations).map(([key, operation]) => [
    code(key),
    operation.http ? code(`${methodOf(operation) ?? ''} ${pathOf(operation) ?? ''}`) : '',
    callersOf(operation),
    operation.who.includes('board') ? needsOf(operation) : '',
  ]);
  return table(['operation', 'path', 'callers', 'a board user needs'], rows);
}

const boardOf = ({ changesAccount }: Operation): string =>
  changesAccount ? 'board (no limited token)' : 'board';

function agentOf({ outlivesRun, whilePaused }: Operation): string {
  if (outlivesRun) return 'agent (with a key)';
  return whilePaused ? `agent (while paused${fieldsOf(whilePaused)})` : 'agent';
}

const fieldsOf = (whilePaused: true | readonly string[]): string =>
  whilePaused === true ? '' : `: ${codes(whilePaused)}`;

const callersOf = (operation: Operation): string =>
  operation.who
    .map((caller) => {
      if (caller === 'board') return boardOf(operation);
      return caller === 'agent' ? agentOf(operation) : caller;
    })
    .join(', ');

function needsOf(operation: Operation): string {
  const { needs, aboutCaller } = operation;
  if (needs === 'instance_admin') return 'instance admin';
  if (aboutCaller) return 'nothing: the operation is on the caller itself';
  if (needs === 'owner') return 'role owner';
  if (needs) return code(needs);
  return isWrite(operation) ? 'role operator' : 'membership';
}
