/**
 * Who may call. Absence comes first: a thing that is not in the caller's companies is not found,
 * whoever asks; only then is a caller told by which rule it may not (see contracts' `policy`).
 */
import {
  pathParams, refusalOfCaller, refusalOfMember, scopeOf,
  type Actor, type Operation, type Scope, type UserActor,
} from '@muster/contracts';
import type { Locate } from './define-service.ts';
import { notFound } from './request.ts';
import type { Db } from './sql.ts';

/** Companies that are known to exist; they are archived, never deleted. */
const knownCompanies = new WeakMap<object, Set<string>>();

export interface Doorkeeper {
  readonly db: Db;
  readonly locate: Readonly<Record<string, Locate>>;
}

export async function authorize(
  door: Doorkeeper,
  operation: Operation,
  input: Record<string, unknown>,
  actor: Actor,
): Promise<void> {
  let scope = scopeOf(actor);
  const { companyId } = input;
  // Another service may ask about a company that this one has not heard of yet.
  if (typeof companyId === 'string' && actor.type !== 'service') {
    await companyIsVisible(door, companyId, scope);
    scope = [companyId];
  }
  const refusal = refusalOfCaller(operation, actor);
  if (refusal) {
    await thingsAreVisible(door, input, scope);
    throw refusal;
  }
  if (actor.type === 'user') await memberMayCall(door, operation, input, actor, scope);
}

async function companyIsVisible(door: Doorkeeper, id: string, scope: Scope): Promise<void> {
  if (scope !== 'all') {
    if (!scope.includes(id)) throw notFound('companyId');
    return;
  }
  const { companyId: find } = door.locate;
  if (!find) return;
  let known = knownCompanies.get(door.locate);
  if (!known) knownCompanies.set(door.locate, (known = new Set()));
  if (known.has(id)) return;
  if (!(await find(door.db, scope, id))) throw notFound('companyId');
  known.add(id);
}

async function thingsAreVisible(
  { db, locate }: Doorkeeper,
  input: Record<string, unknown>,
  scope: Scope,
): Promise<void> {
  for (const [param, find] of Object.entries(locate)) {
    const ref = input[param];
    if (typeof ref !== 'string' || param === 'companyId') continue;
    if (!(await find(db, scope, ref))) throw notFound(param);
  }
}

/**
 * A member may be trusted with more in one company than in another. Whose company this is about is
 * looked up only where that makes a difference.
 */
async function memberMayCall(
  door: Doorkeeper,
  operation: Operation,
  input: Record<string, unknown>,
  { companies }: UserActor,
  scope: Scope,
): Promise<void> {
  if (companies === 'all' || operation.aboutCaller) return;
  const concerned = scope === 'all'
    ? companies
    : companies.filter(({ companyId }) => scope.includes(companyId));
  const refused = concerned.flatMap((member) => {
    const refusal = refusalOfMember(operation, member);
    return refusal ? [{ companyId: member.companyId, refusal }] : [];
  });
  if (refused.length === 0) return;
  const about = await companyOf(door, operation, input, scope);
  const because = refused.find(({ companyId }) => about === undefined || companyId === about);
  if (because) throw because.refusal;
}

/** The company of what the path names; without such a thing the one that the input names. */
async function companyOf(
  { db, locate }: Doorkeeper,
  operation: Operation,
  input: Record<string, unknown>,
  scope: Scope,
): Promise<string | undefined> {
  for (const param of pathParams(operation)) {
    const find = locate[param];
    if (!find || param === 'companyId') continue;
    const companyId = await find(db, scope, String(input[param]));
    if (!companyId) throw notFound(param);
    return companyId;
  }
  return typeof input['companyId'] === 'string' ? input['companyId'] : undefined;
}
