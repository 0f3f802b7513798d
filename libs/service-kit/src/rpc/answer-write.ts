/** A write: authorize, one transaction; a repeated request gets the stored answer. */
import { pathParams, Refusal, type Operation } from '@muster/contracts';
import type { Provenance } from '../event-log/append-events.ts';
import { write, type Position } from '../event-log/write.ts';
import type { AnyHandler } from '../handler.ts';
import { header } from '../nats/headers.ts';
import { violatedConstraint } from '../postgres/sql.ts';
import { tenantScopeOf } from '../postgres/tenant-scope.ts';
import { authorize } from './authorize.ts';
import {
  AlreadyAnswered,
  claimKey,
  findAnswer,
  fingerprintOf,
  type StoredAnswer,
} from './idempotency.ts';
import { requireWithinDeadline, type Request } from './request.ts';
import type { Reply, Serving } from './serving.ts';

/** Stored instead of an answer that holds a secret: that it was given, not its text. */
const NOT_STORED = '';

export async function answerWrite(
  serving: Serving,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
): Promise<Reply> {
  const { actor, input, idempotencyKey, name } = request;
  const { dbInScope, locate, knownCompanies } = serving;
  const id = idempotencyKey ?? request.requestId;
  // Fingerprints are compared only for a client's own key, so only then computed.
  const fingerprints = idempotencyKey
    ? serving.fingerprintKeys.map((key) => fingerprintOf(key, name, givenInput(operation, input)))
    : [''];
  let body = '';
  try {
    const db = dbInScope(tenantScopeOf(actor));
    await authorize({ db, locate, knownCompanies }, operation, input, actor);
    const { position } = await serving.bulkhead.within(resourceOf(operation, input), () => {
      requireWithinDeadline(request);
      return write(serving, {
        by: provenanceOf(request),
        emits: operation.emits ?? [],
        claim: idempotencyKey ? (tx) => claimKey(tx, actor, id) : undefined,
        work: (context) => handler(input as never, context),
        answer: (result, changed) => {
          body = JSON.stringify(result);
          // A write without a change may run again, unless the client sent a key for it.
          if (!changed && !idempotencyKey) return undefined;
          const stored = operation.secretAnswer ? NOT_STORED : body;
          return { id, operation: name, fingerprint: fingerprints[0] ?? '', body: stored };
        },
      });
    });
    return replyOf(body, position);
  } catch (error) {
    if (!canBeRepeat(error, request)) throw error;
    const stored = await findAnswer(serving.db, actor, id);
    if (!stored) throw error;
    return replay(stored, fingerprints, operation);
  }
}

/** The first thing that the path names: an issue, an agent, or the company that gets a new one. */
export function resourceOf(operation: Operation, input: Request['input']): string | undefined {
  const [param] = pathParams(operation);
  return param === undefined ? undefined : String(input[param]);
}

/** The input without the fields that the gateway filled in. */
const givenInput = ({ filledIn = [] }: Operation, input: object): object =>
  filledIn.length === 0
    ? input
    : Object.fromEntries(Object.entries(input).filter(([field]) => !filledIn.includes(field)));

const provenanceOf = ({ actor, runId, requestId, traceparent }: Request): Provenance => ({
  actor,
  runId,
  requestId,
  causedBy: null,
  traceparent,
});

/**
 * Whether the error can be caused by an earlier success of the same request: what that deleted is
 * not found any more, by `authorize` either.
 */
const canBeRepeat = (error: unknown, { idempotencyKey, attempt }: Request): boolean =>
  error instanceof AlreadyAnswered ||
  violatedConstraint(error) === 'requests_pkey' ||
  (error instanceof Refusal &&
    error.code !== 'request_in_progress' &&
    (attempt > 1 || idempotencyKey !== undefined));

function replay(
  stored: StoredAnswer,
  fingerprints: readonly string[],
  { secretAnswer }: Operation,
): Reply {
  if (!fingerprints.includes(stored.fingerprint)) throw new Refusal('idempotency_key_reused');
  if (secretAnswer) throw new Refusal('answer_shown_once');
  const { companyId, seq, body } = stored;
  const reply = replyOf(body, companyId && seq ? { companyId, seq } : undefined);
  return { body, headers: { ...reply.headers, [header.replayed]: 'true' } };
}

const replyOf = (body: string, position: Position | undefined): Reply =>
  position
    ? { body, headers: { [header.position]: `${position.companyId}:${position.seq}` } }
    : { body };
