/** A read: authorize, run the handler, answer. No transaction; each statement sees what is committed. */
import { scopeOf, type Operation } from '@muster/contracts';
import type { AnyHandler } from '../handler.ts';
import { header } from '../nats/headers.ts';
import type { Page } from '../postgres/paging.ts';
import { attemptAgain } from '../event-log/missed.ts';
import { tenantScopeOf } from '../postgres/tenant-scope.ts';
import { authorize } from './authorize.ts';
import { companyOfMiss, endIfMissed } from './missed-things.ts';
import { provenanceOf, requireWithinDeadline, type Request } from './request.ts';
import { isSendable, requireSendable } from './respond.ts';
import type { Reply, Serving } from './serving.ts';

const failWrite = (): never => {
  throw new Error('a read emits no events, has no commit and runs once');
};

export const answerRead = (
  serving: Serving,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
): Promise<Reply> =>
  attemptAgain(
    serving.catchUpNow,
    (caughtUp) =>
      readOnce(serving, operation, handler, request).catch(endIfMissed(serving, caughtUp)),
    companyOfMiss(serving, operation, request),
  );

async function readOnce(
  serving: Serving,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
): Promise<Reply> {
  const { input, actor, runId, requestId } = request;
  const { dbInScope, slowReads, locate, knownCompanies, log, config, parts } = serving;
  const scope = tenantScopeOf(actor);
  const db = dbInScope(scope);
  await authorize({ db, locate, knownCompanies }, operation, input, actor);
  // It may have waited for its turn: what nobody waits for is not read.
  requireWithinDeadline(request);
  const answer = await handler(input as never, {
    db,
    slowReads: slowReads.of(requestId, scope),
    actor,
    scope: scopeOf(actor),
    runId,
    by: provenanceOf(request),
    now: new Date().toISOString(),
    emit: failWrite,
    afterCommit: failWrite,
    stepsLeft: failWrite,
    lookAgain: failWrite,
    log,
    config,
    parts,
  });
  if (operation.paged) return pageReply(answer as Page<unknown>);
  const body = JSON.stringify(answer);
  requireSendable(body);
  return { body };
}

/** A page that is too large for an answer ends earlier. */
function pageReply(page: Page<unknown>): Reply {
  const { items, nextCursor, cursorAfter, leftOut = 0 } = page;
  const body = JSON.stringify(items);
  if (!isSendable(body) && cursorAfter && items.length > 1) {
    const count = Math.floor(items.length / 2);
    const shorter = items.slice(0, count);
    return pageReply({ ...page, items: shorter, nextCursor: cursorAfter(count) });
  }
  requireSendable(body);
  const headers = {
    ...(nextCursor ? { [header.nextCursor]: nextCursor } : {}),
    ...(leftOut > 0 ? { [header.leftOut]: String(leftOut) } : {}),
  };
  return Object.keys(headers).length > 0 ? { body, headers } : { body };
}
