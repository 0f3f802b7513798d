import { isWrite, methodOf, pathOf, Permission, type Operation } from '@muster/contracts';
import { code, codes, page, table } from './markdown.ts';
import type { Material } from './material.ts';

/** Who may call what, and what a board user needs for it. */
export function renderPermissions({ contracts, composed }: Material): string {
  const sections = contracts.map(({ name, operations }) =>
    `## ${name}\n\n${operationsTable(operations)}`);
  return page(
    '# Permissions',
    intro,
    ...sections,
    `## Composed by the gateway\n\n${operationsTable(composed)}`,
  );
}

const intro = `Who may call an operation is a part of its contract, and so is what a board user must
be trusted with in the company: one of the permissions ${codes(Permission.options)}, or to be an
owner. A viewer only reads; an operator writes what needs nothing, and the rest as far as it has the
permission; an owner has all permissions, an instance admin everything in every company. A budget
needs \`manage_budgets\` whichever way it is changed. Rules about the state of a thing (an agent's
managers, the requester of an approval) come on top; each has its own code in
[errors.md](errors.md).`;

function operationsTable(operations: Readonly<Record<string, Operation>>): string {
  const rows = Object.entries(operations).map(([key, operation]) => [
    code(key),
    operation.http ? code(`${methodOf(operation) ?? ''} ${pathOf(operation) ?? ''}`) : '',
    operation.who.join(', '),
    operation.who.includes('board') ? trustOf(operation) : '',
  ]);
  return table(['operation', 'path', 'who', 'a board user needs'], rows);
}

function trustOf(operation: Operation): string {
  const { needs, aboutCaller } = operation;
  if (needs === 'instance_admin') return 'to be an instance admin';
  if (aboutCaller) return 'nothing: it is about itself';
  if (needs === 'owner') return 'to be an owner';
  if (needs) return code(needs);
  return isWrite(operation) ? 'to be an operator' : 'to be a member';
}
