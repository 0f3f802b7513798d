/**
 * A refusal that a thing does not exist, by a service that has a copy of such things: the thing may have
 * been made a moment ago. It ends the attempt, the events of the owner are applied, and the request
 * is answered once more.
 */
import {
  pathParams,
  Refusal,
  scopeOf,
  type Operation,
  type Scope,
  type ServiceName,
} from '@muster/contracts';
import { Missed, type CaughtUp, type CompanyOfMiss } from '../event-log/missed.ts';
import { tenantScopeOf } from '../postgres/tenant-scope.ts';
import { companyOf } from './authorize.ts';
import type { Request } from './request.ts';
import type { Serving } from './serving.ts';

/** Rethrows a refusal; one that the owner may have made obsolete ends the attempt instead. */
export const endIfMissed =
  ({ copiedThings }: Pick<Serving, 'copiedThings'>, caughtUp: CaughtUp) =>
  (error: unknown): never => {
    const owner = error instanceof Refusal ? copiedThings[error.code]?.owner.name : undefined;
    if (owner !== undefined && !caughtUp.has(owner)) throw new Missed(owner);
    throw error;
  };

/** The company that the request is about: as it says, as its caller has one, or as its path names. */
export const companyOfMiss =
  (serving: Serving, operation: Operation, { actor, input }: Request): CompanyOfMiss =>
  async (producer) => {
    const scope = scopeOf(actor);
    const { companyId } = input;
    if (typeof companyId === 'string') return visible(companyId, scope);
    const [only, another] = scope === 'all' ? [] : scope;
    if (only !== undefined && another === undefined) return only;
    const { dbInScope, locate } = serving;
    const db = dbInScope(tenantScopeOf(actor));
    const located = await companyOf({ db, locate }, operation, input, scope).catch(ifNotFound);
    return visible(located ?? (await askOwner(serving, producer, operation, input)), scope);
  };

const visible = (companyId: string | undefined, scope: Scope): string | undefined =>
  companyId === undefined || scope === 'all' || scope.includes(companyId) ? companyId : undefined;

async function askOwner(
  { copiedThings, clientFor }: Serving,
  producer: ServiceName,
  operation: Operation,
  input: Request['input'],
): Promise<string | undefined> {
  const [param] = pathParams(operation);
  const copied = Object.values(copiedThings).find(
    ({ owner, findBy }) => owner.name === producer && findBy !== undefined,
  );
  const find = copied?.findBy && clientFor(copied.owner)[copied.findBy];
  if (!find || param === undefined) return undefined;
  const found = await find({ [param]: input[param] }).catch(ifNotFound);
  return (found as { companyId: string } | undefined)?.companyId;
}

/** Any other refusal, such as that of an owner that is away, is the answer. */
function ifNotFound(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.status !== 404) throw error;
}
