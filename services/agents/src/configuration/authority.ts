/** Who may change an agent: the board, the agent's managers, and in part the agent itself. */
import { Refusal, type Actor } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import type { Authority } from '../domain/board-fields.ts';
import { isManager } from '../domain/managers.ts';
import { findManagerFacts } from '../store/agents.ts';
import { isAbove } from '../store/tree.ts';

async function authorityOver(
  db: Db,
  actor: Actor,
  { id, companyId }: AgentRow,
): Promise<Authority | undefined> {
  if (actor.type === 'user') return 'board';
  if (actor.type !== 'agent') return undefined;
  if (actor.id === id) return 'self';
  const isAboveAgent = await isAbove(db, companyId, { above: actor.id, below: id });
  return isAboveAgent ? 'manager' : undefined;
}

/** Only the board may change an agent that is waiting for its approval. */
function requireEditable({ status }: AgentRow, authority: Authority): void {
  if (status === 'terminated' || (status === 'pending_approval' && authority !== 'board')) {
    throw new Refusal('agent_not_editable', { status });
  }
}

/** For changes that an agent may also make to itself. */
export async function requireEditorOf(db: Db, actor: Actor, agent: AgentRow): Promise<Authority> {
  const authority = await authorityOver(db, actor, agent);
  if (!authority) throw new Refusal('not_your_agent');
  requireEditable(agent, authority);
  return authority;
}

/** For changes that an agent may never make to itself. */
export async function requireManagerOf(db: Db, actor: Actor, agent: AgentRow): Promise<Authority> {
  const authority = await authorityOver(db, actor, agent);
  if (!authority || authority === 'self') throw new Refusal('not_your_report');
  return authority;
}

/** `requireManagerOf` for changes of the configuration. */
export async function requireConfigManagerOf(
  db: Db,
  actor: Actor,
  agent: AgentRow,
): Promise<Authority> {
  const authority = await requireManagerOf(db, actor, agent);
  requireEditable(agent, authority);
  return authority;
}

/** Refuses a stale `If-Match` before anything is decided on it. */
export function requireVersion({ version }: AgentRow, ifVersion: number | undefined): void {
  if (ifVersion !== undefined && ifVersion !== version) {
    throw new Refusal('version_mismatch', { version });
  }
}

/** Refuses agents that are no managers; the board passes. */
export async function requireManager(db: Db, actor: Actor, companyId: string): Promise<void> {
  if (actor.type !== 'agent') return;
  const facts = await findManagerFacts(db, companyId, actor.id);
  if (!facts || !isManager(facts)) throw new Refusal('managers_only');
}
