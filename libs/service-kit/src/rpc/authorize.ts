/**
 * Authorization. Absence comes first: a thing outside of the caller's companies is not found,
 * whatever the caller's kind; only then is the caller refused by the rule it breaks (see `policy` in
 * the contracts).
 */
import {
  pathParams,
  refusalOfCaller,
  refusalOfMember,
  refusalOfPaused,
  scopeOf,
  type Actor,
  type Operation,
  type Scope,
  type UserActor,
} from '@muster/contracts';
import type { Locate } from '../handler.ts';
import type { Db } from '../postgres/sql.ts';
import { notFound } from './request.ts';

/** For so long an erased company may be empty where it should be absent. */
const KNOWN_MS = 60_000;

export interface AuthorizeOptions {
  readonly db: Db;
  readonly locate: Readonly<Record<string, Locate>>;
  /** Companies found before → until when nobody looks again; one may have been erased since. */
  readonly knownCompanies: Map<string, number>;
}

export async function authorize(
  options: AuthorizeOptions,
  operation: Operation,
  input: Record<string, unknown>,
  actor: Actor,
): Promise<void> {
  let scope = scopeOf(actor);
  const { companyId } = input;
  // Another service may name a company whose first event this service has not applied yet.
  if (typeof companyId === 'string' && actor.type !== 'service') {
    await requireVisibleCompany(options, companyId, scope);
    scope = [companyId];
  }
  const refusal = refusalOfCaller(operation, actor) ?? refusalOfPaused(operation, actor, input);
  if (refusal) {
    await requireVisibleThings(options, input, scope);
    throw refusal;
  }
  if (actor.type === 'user') await requirePermission(options, operation, input, actor, scope);
}

async function requireVisibleCompany(
  { db, locate, knownCompanies }: AuthorizeOptions,
  id: string,
  scope: Scope,
): Promise<void> {
  if (scope !== 'all') {
    if (!scope.includes(id)) throw notFound('companyId');
    return;
  }
  const { companyId: find } = locate;
  if (!find || (knownCompanies.get(id) ?? 0) > Date.now()) return;
  if (!(await find(db, scope, id))) {
    knownCompanies.delete(id);
    throw notFound('companyId');
  }
  knownCompanies.set(id, Date.now() + KNOWN_MS);
}

async function requireVisibleThings(
  { db, locate }: AuthorizeOptions,
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
 * A member's permissions differ by company. The company of the request is looked up only if one of
 * the memberships lacks the permission.
 */
async function requirePermission(
  options: AuthorizeOptions,
  operation: Operation,
  input: Record<string, unknown>,
  { companies }: UserActor,
  scope: Scope,
): Promise<void> {
  if (companies === 'all' || operation.aboutCaller) return;
  const memberships =
    scope === 'all' ? companies : companies.filter(({ companyId }) => scope.includes(companyId));
  const refused = memberships.flatMap((member) => {
    const refusal = refusalOfMember(operation, member);
    return refusal ? [{ companyId: member.companyId, refusal }] : [];
  });
  if (refused.length === 0) return;
  const company = await companyOf(options, operation, input, scope);
  const decisive = refused.find(({ companyId }) => company === undefined || companyId === company);
  if (decisive) throw decisive.refusal;
}

/** The company of the thing that the path names; without one, the company in the input. */
export async function companyOf(
  { db, locate }: Pick<AuthorizeOptions, 'db' | 'locate'>,
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
