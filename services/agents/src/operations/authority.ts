/**
 * Who may change an agent: the board, whoever stands above it, and in some things the agent itself.
 */
import { Refusal, type Actor } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import { isAbove } from '../store/tree.ts';

export type Authority = 'board' | 'manager' | 'self';

async function authorityOver(
  db: Db,
  actor: Actor,
  { id, companyId }: AgentRow,
): Promise<Authority | undefined> {
  if (actor.type === 'user') return 'board';
  if (actor.type !== 'agent') return undefined;
  if (actor.id === id) return 'self';
  const isManager = await isAbove(db, companyId, { above: actor.id, below: id });
  return isManager ? 'manager' : undefined;
}

/** A hire that waits is what the board has been asked about: only the board may change it. */
function checkEditable({ status }: AgentRow, authority: Authority): void {
  if (status === 'terminated' || (status === 'pending_approval' && authority !== 'board')) {
    throw new Refusal('agent_not_editable', { status });
  }
}

/** For what an agent may change of itself as well. */
export async function mayEdit(db: Db, actor: Actor, agent: AgentRow): Promise<Authority> {
  const authority = await authorityOver(db, actor, agent);
  if (!authority) throw new Refusal('not_your_agent');
  checkEditable(agent, authority);
  return authority;
}

/** For what is done to an agent, never by it. */
export async function mayManage(db: Db, actor: Actor, agent: AgentRow): Promise<Authority> {
  const authority = await authorityOver(db, actor, agent);
  if (!authority || authority === 'self') throw new Refusal('not_your_report');
  return authority;
}

/** The same for what is saved with the configuration. */
export async function mayManageConfig(db: Db, actor: Actor, agent: AgentRow): Promise<Authority> {
  const authority = await mayManage(db, actor, agent);
  checkEditable(agent, authority);
  return authority;
}

/** A stale `If-Match` is told before anything is decided on its ground. */
export function checkVersion({ version }: AgentRow, ifVersion: number | undefined): void {
  if (ifVersion !== undefined && ifVersion !== version) {
    throw new Refusal('version_mismatch', { version });
  }
}
