/** Answers a request that has a place: a write or a read, when it can see what it was made after. */
import { isWrite, scopeOf, type Operation } from '@muster/contracts';
import type { AnyHandler } from '../handler.ts';
import { tenantScopeOf } from '../postgres/tenant-scope.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import { companyOf } from './authorize.ts';
import type { Request } from './request.ts';
import type { Reply, Serving } from './serving.ts';

export async function answerRequest(
  serving: Serving,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
): Promise<Reply> {
  if (!serving.announced.isQuiet()) await awaitAnnounced(serving, operation, request);
  return isWrite(operation)
    ? answerWrite(serving, operation, handler, request)
    : answerRead(serving, operation, handler, request);
}

/** Waits for what another service announced of the companies that the request may be about. */
async function awaitAnnounced(
  { announced, dbInScope, locate }: Serving,
  operation: Operation,
  { actor, input }: Request,
): Promise<void> {
  if (actor.type === 'service') return;
  const scope = scopeOf(actor);
  const db = dbInScope(tenantScopeOf(actor));
  // What is not found is refused as such when it is authorized.
  const named = await companyOf({ db, locate }, operation, input, scope).catch(() => undefined);
  const visible = (id: string): boolean => scope === 'all' || scope.includes(id);
  const unnamed = scope === 'all' ? [] : scope;
  const companies = named === undefined ? unnamed : [named].filter(visible);
  await Promise.all(companies.map(announced.applied));
}
