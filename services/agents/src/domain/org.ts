/**
 * The reporting tree of the agents that are not terminated. The reports of a terminated manager are
 * placed under the next manager above who is not.
 */
import type { AgentRole, AgentStatus, OrgNode } from '@muster/contracts';

export interface OrgRow {
  readonly id: string;
  readonly name: string;
  readonly role: AgentRole;
  readonly title: string | null;
  readonly status: AgentStatus;
  readonly reportsTo: string | null;
}

export function forestOf(rows: readonly OrgRow[]): OrgNode[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const living = rows.filter(({ status }) => status !== 'terminated');
  const nodes = new Map(living.map((row) => [row.id, nodeOf(row)]));
  const roots: OrgNode[] = [];
  for (const row of living) {
    const manager = livingManager(row, byId);
    const node = nodes.get(row.id);
    if (node) (nodes.get(manager ?? '')?.reports ?? roots).push(node);
  }
  return roots;
}

/** None within a ring of terminated managers, which no move can make and a stored one may be. */
function livingManager(row: OrgRow, byId: ReadonlyMap<string, OrgRow>): string | undefined {
  const seen = new Set<OrgRow>();
  let manager = byId.get(row.reportsTo ?? '');
  while (manager?.status === 'terminated' && !seen.has(manager)) {
    seen.add(manager);
    manager = byId.get(manager.reportsTo ?? '');
  }
  return manager?.status === 'terminated' ? undefined : manager?.id;
}

const nodeOf = ({ id, name, role, title, status }: OrgRow): OrgNode => ({
  id,
  name,
  role,
  title,
  status,
  reports: [],
});
