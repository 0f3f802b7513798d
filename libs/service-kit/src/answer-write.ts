/** A write: authorize, one transaction, and the kept answer where the request was seen before. */
import { pathParams, Refusal, type Operation } from '@muster/contracts';
import { derivedOf } from './actor.ts';
import { authorize } from './authorize.ts';
import type { Provenance } from './events.ts';
import { header } from './headers.ts';
import {
  AlreadyAnswered, claimKey, findAnswer, fingerprintOf, type KeptAnswer,
} from './idempotency.ts';
import { refuseLate, type Request } from './request.ts';
import type { AnyHandler, Reply, Serving } from './serve.ts';
import { violatedConstraint } from './sql.ts';
import { wallOf } from './wall-scope.ts';
import { write, type Position } from './write.ts';

/** Stands for an answer that holds a secret: that there was one is kept, what it said is not. */
const NOT_KEPT = '';

export async function answerWrite(
  options: Serving,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
): Promise<Reply> {
  const { actor, input, idempotencyKey, name } = request;
  const door = { db: options.dbWithin(wallOf(actor)), locate: options.locate };
  const id = idempotencyKey ?? request.requestId;
  // Without a key of the client's no fingerprint is compared, and none is computed.
  const fingerprints = idempotencyKey
    ? derivedOf(options.config, (secret) => fingerprintOf(secret, name, asked(operation, input)))
    : [''] as const;
  let body = '';
  try {
    await authorize(door, operation, input, actor);
    const { position } = await options.bulkhead.within(thingIn(operation, input), () => {
      refuseLate(request);
      return write(options, {
        by: provenanceOf(request),
        says: operation.says ?? [],
        claim: idempotencyKey ? (db) => claimKey(db, actor, id) : undefined,
        work: (context) => handler(input as never, context),
        answer: (result, changed) => {
          body = JSON.stringify(result);
          // A write that changed nothing may as well run again, unless the client counts on it.
          if (!changed && !idempotencyKey) return undefined;
          const kept = operation.secretAnswer ? NOT_KEPT : body;
          return { id, operation: name, fingerprint: fingerprints[0], body: kept };
        },
      });
    });
    return replyOf(body, position);
  } catch (error) {
    if (!mayBeRepeated(error, request)) throw error;
    const kept = await findAnswer(options.db, actor, id);
    if (!kept) throw error;
    return replay(kept, fingerprints, operation);
  }
}

/** What the path names first: an issue, an agent, or the company in which something begins. */
function thingIn(operation: Operation, input: Request['input']): string | undefined {
  const [param] = pathParams(operation);
  return param === undefined ? undefined : String(input[param]);
}

/** The input without what the client did not say. */
const asked = ({ filledIn = [] }: Operation, input: object): object =>
  filledIn.length === 0
    ? input
    : Object.fromEntries(Object.entries(input).filter(([field]) => !filledIn.includes(field)));

const provenanceOf = ({ actor, runId, requestId, traceparent }: Request): Provenance => ({
  actor, runId, requestId, causedBy: null, traceparent,
});

/**
 * Whether the failure can come from the request's own earlier success: what it deleted is not found
 * any more, at the door either.
 */
const mayBeRepeated = (error: unknown, { idempotencyKey, attempt }: Request): boolean =>
  error instanceof AlreadyAnswered ||
  violatedConstraint(error) === 'requests_pkey' ||
  (error instanceof Refusal && error.code !== 'request_in_progress' &&
    (attempt > 1 || idempotencyKey !== undefined));

function replay(
  kept: KeptAnswer,
  fingerprints: readonly string[],
  { secretAnswer }: Operation,
): Reply {
  if (!fingerprints.includes(kept.fingerprint)) throw new Refusal('idempotency_key_reused');
  if (secretAnswer) throw new Refusal('answer_shown_once');
  const { companyId, seq, body } = kept;
  const reply = replyOf(body, companyId && seq ? { companyId, seq } : undefined);
  return { body, headers: { ...reply.headers, [header.replayed]: 'true' } };
}

const replyOf = (body: string, position: Position | undefined): Reply =>
  position
    ? { body, headers: { [header.position]: `${position.companyId}:${position.seq}` } }
    : { body };
