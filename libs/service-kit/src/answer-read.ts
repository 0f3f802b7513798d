/** A read: authorize, run, show. No transaction; each statement sees what is committed. */
import { scopeOf, type Operation } from '@muster/contracts';
import { authorize } from './authorize.ts';
import type { Page } from './define-service.ts';
import { header } from './headers.ts';
import type { Request } from './request.ts';
import type { AnyHandler, Reply, ServeOptions } from './serve.ts';
import { wallOf } from './wall-scope.ts';

const readsOnly = (): never => {
  throw new Error('a read says nothing');
};

export async function answerRead(
  options: ServeOptions,
  operation: Operation,
  handler: AnyHandler,
  { input, actor, runId, requestId }: Request,
): Promise<Reply> {
  const { dbWithin, locate, log, config } = options;
  const db = dbWithin(wallOf(actor));
  await authorize({ db, locate }, operation, input, actor);
  const shown = await handler(input as never, {
    db,
    apart: options.longReads.of(requestId, wallOf(actor)),
    actor,
    scope: scopeOf(actor),
    runId,
    now: new Date().toISOString(),
    say: readsOnly,
    afterCommit: readsOnly,
    log,
    config,
  });
  if (!operation.paged) return { body: JSON.stringify(shown) };
  const { items, nextCursor } = shown as Page<unknown>;
  const body = JSON.stringify(items);
  return nextCursor ? { body, headers: { [header.nextCursor]: nextCursor } } : { body };
}
