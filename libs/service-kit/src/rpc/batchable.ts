/** Which writes may share a transaction with others of their company, and which company that is. */
import { LRUCache } from 'lru-cache';
import { pathParams, UUID, type Operation } from '@muster/contracts';
import type { Locate } from '../handler.ts';
import { tenantScopeOf } from '../postgres/tenant-scope.ts';
import { resourceField, type Request } from './request.ts';

/** Longer inputs take a connection of their own: the others would wait for their transfer. */
const BATCHED_INPUT_MAX_BYTES = 16_384;
/** Things whose company is remembered. */
const REMEMBERED_MAX = 10_000;

/** The company of a thing by its id: it never changes. */
export interface CompaniesOfThings {
  get(operation: Operation, input: Request['input']): string | undefined;
  remember(operation: Operation, input: Request['input'], companyId: string): void;
}

/** @param locate the parameters that name a thing of one company */
export function openCompaniesOfThings(locate: Readonly<Record<string, Locate>>): CompaniesOfThings {
  const remembered = new LRUCache<string, string>({ max: REMEMBERED_MAX });
  const keyOf = (operation: Operation, input: Request['input']): string | undefined => {
    const [param = ''] = pathParams(operation);
    const id = String(input[param]);
    return param in locate && param !== 'companyId' && UUID.test(id) ? `${param} ${id}` : undefined;
  };
  return {
    get(operation, input) {
      const key = keyOf(operation, input);
      return key === undefined ? undefined : remembered.get(key);
    },
    remember(operation, input, companyId) {
      const key = keyOf(operation, input);
      if (key !== undefined) remembered.set(key, companyId);
    },
  };
}

/**
 * The company with whose writes this one may be made. Undefined for a write that takes a transaction
 * of its own: its company is not known before, it is not about one company, it claims a key, its
 * answer is a secret, or its input is long.
 */
export function batchOf(
  operation: Operation,
  { actor, input, idempotencyKey, bytes }: Request,
  companies: CompaniesOfThings,
): string | undefined {
  if (idempotencyKey !== undefined || bytes > BATCHED_INPUT_MAX_BYTES) return undefined;
  if (operation.secretAnswer || operation.aboutCaller) return undefined;
  const isOfServices = operation.http === undefined && actor.type === 'service';
  if (actor.type !== 'agent' && actor.type !== 'user' && !isOfServices) return undefined;
  const scope = tenantScopeOf(actor);
  const [only, another] = scope === 'all' ? [] : scope;
  if (only !== undefined && another === undefined) return only;
  const field = resourceField(operation);
  const named = field === 'companyId' ? textOf(input[field]) : companies.get(operation, input);
  // The transaction sees the rows of this company, so it has to be one that the caller may see.
  return named !== undefined && (scope === 'all' || scope.includes(named)) ? named : undefined;
}

/** An operation that names an agent need not name its company. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
