/**
 * Who may call. Absence comes first: a thing that is not in the caller's companies is not found,
 * whoever asks; only then is a caller of the wrong kind told so.
 */
import {
  callerOf, Refusal, scopeOf, type Actor, type Operation, type Scope,
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
  const scope = scopeOf(actor);
  const { companyId } = input;
  // Another service may ask about a company that this one has not heard of yet.
  if (typeof companyId === 'string' && actor.type !== 'service') {
    await companyIsVisible(door, companyId, scope);
  }
  if (operation.who.includes(callerOf(actor))) return;
  await thingsAreVisible(door, input, scope);
  throw wrongCaller(operation);
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

function wrongCaller({ who }: Operation): Refusal {
  if (who.includes('board') && !who.includes('agent')) return new Refusal('board_only');
  if (who.includes('agent') && !who.includes('board')) return new Refusal('agent_only');
  return new Refusal('caller_not_allowed');
}
