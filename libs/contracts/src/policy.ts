/**
 * Who may do what, as functions of what the contracts declare: the kind of caller (`who`), and for
 * a board user the role and the permissions of its membership (`needs`). Rules that depend on the
 * state of a thing (an agent's managers, a requester) are in the domain that owns the thing.
 */
import { isWrite, type Operation } from './define.ts';
import { Refusal } from './refusal.ts';
import {
  callerOf, scopeOf, type Actor, type Membership, type Permission,
} from './vocabulary.ts';

/** Why the caller may not call the operation, whatever company it is about, if it may not. */
export function refusalOfCaller({ who, needs }: Operation, actor: Actor): Refusal | undefined {
  if (who.includes(callerOf(actor))) {
    const isMember = actor.type === 'user' && actor.companies !== 'all';
    return isMember && needs === 'instance_admin' ? new Refusal('instance_admin_only') : undefined;
  }
  if (who.includes('board') && !who.includes('agent')) return new Refusal('board_only');
  if (who.includes('agent') && !who.includes('board')) return new Refusal('agent_only');
  return new Refusal('caller_not_allowed', { callers: who });
}

/** Why a member of the operation's company may not call it, if it may not. */
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
 * For a door in front of several services, which knows of things only what the input says: refuses
 * who may not call the operation at all, and members of the company that is named who may not. What
 * names a thing and not its company is left to the service that knows the thing: absence comes
 * first.
 */
export function checkCaller(operation: Operation, actor: Actor, companyId: unknown): void {
  const scope = scopeOf(actor);
  if (typeof companyId === 'string' && scope !== 'all' && !scope.includes(companyId)) {
    throw new Refusal('company_not_found');
  }
  const refusal = refusalOfCaller(operation, actor) ?? refusalIn(companyId, operation, actor);
  if (refusal) throw refusal;
}

function refusalIn(companyId: unknown, operation: Operation, actor: Actor): Refusal | undefined {
  if (actor.type !== 'user' || actor.companies === 'all' || operation.aboutCaller) return undefined;
  const member = actor.companies.find((one) => one.companyId === companyId);
  return member && refusalOfMember(operation, member);
}

/** For rules about a field of an operation: a board user without the permission is refused. */
export function checkPermission(actor: Actor, companyId: string, permission: Permission): void {
  if (actor.type !== 'user' || actor.companies === 'all') return;
  const member = actor.companies.find((one) => one.companyId === companyId);
  if (member?.role === 'owner' || member?.permissions.includes(permission)) return;
  throw missing(permission);
}

const missing = (permission: Permission): Refusal =>
  new Refusal('permission_missing', { permission });
