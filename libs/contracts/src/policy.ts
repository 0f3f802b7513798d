/**
 * Who may do what, computed from the contracts: the kind of caller (`who`), and for a board user
 * the role and the permissions of its membership (`needs`). Rules that depend on the state of a
 * record (an agent's managers, an approval's requester) are in the domain that owns the record.
 */
import { isWrite, pathParams, waitsWhilePaused, type Operation } from './define.ts';
import { Refusal } from './refusals/refusal.ts';
import {
  callerOf,
  scopeOf,
  type Actor,
  type Membership,
  type Permission,
  type Scope,
} from './vocabulary.ts';

/** The refusal of a caller that may not call the operation in any company. */
export function refusalOfCaller(
  { who, needs, agentsSend }: Operation,
  actor: Actor,
): Refusal | undefined {
  if (who.includes(callerOf(actor))) {
    const isMember = actor.type === 'user' && actor.companies !== 'all';
    return isMember && needs === 'instance_admin' ? new Refusal('instance_admin_only') : undefined;
  }
  if (who.includes('board') && !who.includes('agent')) {
    return new Refusal('board_only', undefined, agentsSend && `send ${agentsSend} instead`);
  }
  if (who.includes('agent') && !who.includes('board')) return new Refusal('agent_only');
  return new Refusal('caller_not_allowed', { callers: who });
}

/**
 * The refusal of a paused agent, or of an agent of a paused company: it changes nothing but what
 * `whilePaused` allows.
 */
export function refusalOfPaused(
  operation: Operation,
  actor: Actor,
  input: Readonly<Record<string, unknown>>,
): Refusal | undefined {
  if (actor.type !== 'agent' || !actor.paused) return undefined;
  return goesBeyondReport(operation, input) ? pausedBy(actor.paused) : undefined;
}

/** Whether a write of an agent is more than the report on its work in hand. */
export function goesBeyondReport(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): boolean {
  if (!waitsWhilePaused(operation)) return false;
  const { whilePaused } = operation;
  if (whilePaused === undefined || whilePaused === true) return true;
  const allowed = [...pathParams(operation), ...whilePaused];
  const others = Object.keys(input).filter((field) => input[field] !== undefined);
  return !others.every((field) => allowed.includes(field));
}

/** Refuses a paused agent what it may do on the work that it has in hand, on other work. */
export function requireInHand(actor: Actor, assigneeAgentId: string | null): void {
  if (actor.type !== 'agent' || actor.paused === undefined) return;
  if (assigneeAgentId !== actor.id) throw pausedBy(actor.paused);
}

const pausedBy = (paused: 'agent' | 'company'): Refusal =>
  new Refusal(paused === 'agent' ? 'agent_paused' : 'company_paused');

/**
 * An agent's standing key may be anywhere, and names whichever of its runs it likes: only the token of a run,
 * which ends with it, takes words of its agent back. The board takes away what anybody has written.
 */
export function requireAuthorOrBoard(actor: Actor, authors: readonly (string | null)[]): void {
  if (actor.type !== 'agent') return;
  const isLiveRun = actor.runId !== undefined && actor.keyId === undefined;
  if (!isLiveRun || !authors.includes(actor.id)) throw new Refusal('not_the_author');
}

/** The refusal of a member that may not call the operation in its company. */
export function refusalOfMember(operation: Operation, member: Membership): Refusal | undefined {
  const { needs } = operation;
  const { role, permissions } = member;
  if (role === 'owner') return undefined;
  if (role === 'viewer' && isWrite(operation)) return new Refusal('viewer_reads_only', { role });
  if (needs === undefined || needs === 'instance_admin') return undefined;
  if (needs === 'owner') return new Refusal('owner_only', { role });
  return permissions.includes(needs) ? undefined : missing(needs);
}

/**
 * The check of the gateway, which knows only the input: refuses a caller that may not call the
 * operation at all, and a member that may not call it in the named company. Where the input names
 * a record and not its company, the service that owns the record decides: a record of another
 * company must be answered as not found before a role is refused.
 */
export function requireCaller(operation: Operation, actor: Actor, companyId: unknown): void {
  const scope = scopeOf(actor);
  if (typeof companyId === 'string' && scope !== 'all' && !scope.includes(companyId)) {
    throw new Refusal('company_not_found');
  }
  const refusal =
    refusalOfCaller(operation, actor) ?? refusalOfCompanyMember(companyId, operation, actor);
  if (refusal) throw refusal;
}

function refusalOfCompanyMember(
  companyId: unknown,
  operation: Operation,
  actor: Actor,
): Refusal | undefined {
  if (actor.type !== 'user' || actor.companies === 'all' || operation.aboutCaller) return undefined;
  const member = actor.companies.find((one) => one.companyId === companyId);
  return member && refusalOfMember(operation, member);
}

/** The companies in which a board user has the permission, or which it owns. */
export function scopeWith(actor: Actor, needed: Permission | 'owner'): Scope {
  if (actor.type !== 'user') return [];
  if (actor.companies === 'all') return 'all';
  return actor.companies
    .filter(
      ({ role, permissions }) =>
        role === 'owner' || (needed !== 'owner' && permissions.includes(needed)),
    )
    .map(({ companyId }) => companyId);
}

/** For a field that needs a permission of its own: refuses a board user without it. */
export function requirePermission(actor: Actor, companyId: string, permission: Permission): void {
  if (actor.type !== 'user' || actor.companies === 'all') return;
  const member = actor.companies.find((one) => one.companyId === companyId);
  if (member?.role === 'owner' || member?.permissions.includes(permission)) return;
  throw missing(permission);
}

const missing = (permission: Permission): Refusal =>
  new Refusal('permission_missing', { permission });
