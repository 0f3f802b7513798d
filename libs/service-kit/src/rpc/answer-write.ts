/** A write: authorize, one transaction; a repeated request gets the stored answer. */
import {
  isDecidedAnew,
  partOfQuota,
  Refusal,
  scopeOf,
  type Operation,
  type Problem,
} from '@muster/contracts';
import { quotaOf } from '../event-log/storage.ts';
import { write, type Position, type WriteRequest, type Written } from '../event-log/write.ts';
import type { AnyHandler } from '../handler.ts';
import { header } from '../nats/headers.ts';
import { violatedConstraint } from '../postgres/sql.ts';
import { tenantScopeOf } from '../postgres/tenant-scope.ts';
import type { Remainder } from '../postgres/transaction.ts';
import { attemptAgain, type CaughtUp } from '../event-log/missed.ts';
import { currentSpan, withSpan } from '../telemetry/span.ts';
import { authorize } from './authorize.ts';
import { batchOf } from './batchable.ts';
import { refusalOf } from './client.ts';
import { companyOfMiss, endIfMissed } from './missed-things.ts';
import {
  AlreadyAnswered,
  claimKey,
  fenceEarlierAttempts,
  findAnswer,
  fingerprintOf,
  isFence,
  storedRefusal,
  type StoredAnswer,
} from './idempotency.ts';
import { provenanceOf, requireWithinDeadline, resourceOf, type Request } from './request.ts';
import { isDeclared, requireSendable } from './respond.ts';
import type { Reply, Serving } from './serving.ts';

/** Status of what is not there, or not for this caller. */
const ABSENT = 404;
/** Stored instead of an answer that holds a secret: that it was given, not its text. */
const NOT_STORED = '';

export async function answerWrite(
  serving: Serving,
  operation: Operation,
  handler: AnyHandler,
  request: Request,
): Promise<Reply> {
  const { actor } = request;
  const key = keyOf(serving, operation, request);
  const attempts: Attempts = { mayRepeat: request.attempt > 1, isAuthorized: false };
  try {
    return await attemptAgain(
      serving.catchUpNow,
      async (caughtUp) => {
        const attempted = { serving, operation, handler, request, key, caughtUp, attempts };
        attempts.isAuthorized = false;
        await authorizeWrite(attempted);
        return writeOnce(attempted);
      },
      companyOfMiss(serving, operation, request),
    );
  } catch (error) {
    if (key.isClients && !attempts.isAuthorized) return answerGone(serving, request, key, error);
    if (!canBeRepeat(error, request, operation, attempts)) throw error;
    if (!key.isClients && error instanceof Refusal && !error.retryable) {
      const fenced = { id: key.id, operation: request.name };
      if (await fenceEarlierAttempts(serving.db, actor, fenced, error)) throw error;
    }
    const stored = await findAnswer(serving.db, actor, key.id);
    if (!stored) throw error;
    return replay(stored, key.fingerprints, operation);
  }
}

/** The key under which the answer is stored. */
interface AnswerKey {
  readonly id: string;
  /** Whether the client chose it; otherwise it is the id of the request. */
  readonly isClients: boolean;
  readonly operation: Operation;
  /** The first is the one to store. */
  readonly fingerprints: readonly string[];
  /** The stored refusal, if the error is one that is stored. */
  readonly remainderOf: (error: unknown) => Remainder | undefined;
}

function keyOf(
  { fingerprintKeys }: Serving,
  operation: Operation,
  { actor, input, idempotencyKey, requestId, name, attempt }: Request,
): AnswerKey {
  const id = idempotencyKey ?? requestId;
  const isClients = idempotencyKey !== undefined;
  // Fingerprints are compared only for a client's own key, so only then computed.
  const fingerprints = isClients
    ? fingerprintKeys.map((key) => fingerprintOf(key, name, givenInput(operation, input)))
    : [''];
  const remainderOf = (error: unknown) =>
    isClients && isStoredRefusal(error, operation, attempt)
      ? storedRefusal(actor, { id, operation: name, fingerprint: fingerprints[0] ?? '' }, error)
      : undefined;
  return { id, isClients, operation, fingerprints, remainderOf };
}

interface Attempt {
  readonly serving: Serving;
  readonly operation: Operation;
  readonly handler: AnyHandler;
  readonly request: Request;
  readonly key: AnswerKey;
  readonly caughtUp: CaughtUp;
  readonly attempts: Attempts;
}

interface Attempts {
  /** Whether an earlier attempt of this request may have been committed. */
  mayRepeat: boolean;
  /** Whether the caller may make the request, so that the handler decides. */
  isAuthorized: boolean;
}

/** A refusal by rights is not stored: it holds for the rights that the caller has at the moment. */
async function authorizeWrite({
  serving,
  operation,
  request,
  caughtUp,
  attempts,
}: Attempt): Promise<void> {
  const { dbInScope, locate, knownCompanies } = serving;
  const { actor, input } = request;
  const db = dbInScope(tenantScopeOf(actor));
  await authorize({ db, locate, knownCompanies }, operation, input, actor).catch(
    endIfMissed(serving, caughtUp),
  );
  attempts.isAuthorized = true;
}

/**
 * What the first request with the key has deleted is not found any more, and its answer is given again:
 * but not to a caller that has lost the company, and in no other case of an `error` by rights.
 */
async function answerGone(
  { db }: Serving,
  { actor }: Request,
  { id, fingerprints, operation }: AnswerKey,
  error: unknown,
): Promise<Reply> {
  if (!(error instanceof Refusal) || error.status !== ABSENT) throw error;
  const stored = await findAnswer(db, actor, id);
  if (!stored || isFence(stored) || stored.problem !== null) throw error;
  const scope = scopeOf(actor);
  const { companyId } = stored;
  const isVisible = scope === 'all' || companyId === null || scope.includes(companyId);
  if (!isVisible) throw error;
  return replay(stored, fingerprints, operation);
}

async function writeOnce(attempted: Attempt): Promise<Reply> {
  const { serving, operation, request } = attempted;
  const { write: requested, body } = writeRequestOf(attempted);
  const { position, emitted } = await writeInTurn(attempted, requested);
  if (position) {
    serving.companiesOfThings.remember(operation, request.input, position.companyId);
  }
  return replyOf(body(), position, emittedHeader(operation, emitted));
}

/** With others of its company, or alone behind the bulkhead of its resource. */
function writeInTurn(
  { serving, operation, request, caughtUp, attempts }: Attempt,
  requested: WriteRequest<unknown>,
): Promise<Written<unknown>> {
  const requireWanted = (): void => requireWithinDeadline(request);
  const resource = resourceOf(operation, request.input);
  const alone = (isRepeat: boolean): Promise<Written<unknown>> => {
    attempts.mayRepeat ||= isRepeat;
    return serving.bulkhead.within(resource, () => {
      requireWanted();
      return write(serving, requested);
    });
  };
  const companyId = batchOf(operation, request, serving.companiesOfThings);
  // What looks again reads another service's log first, and its company is not in a hurry then.
  if (companyId === undefined || resource === undefined || caughtUp.size > 0) return alone(false);
  const span = currentSpan();
  return serving.writeQueue.enqueue({
    companyId,
    resource,
    request: requested,
    span,
    requireWanted,
    alone: (isRepeat) => withSpan(span, () => alone(isRepeat)),
  });
}

/** The write of a request, and the body of its answer, once the work is done. */
function writeRequestOf({ serving, operation, handler, request, key, caughtUp }: Attempt) {
  const { id, isClients, fingerprints, remainderOf } = key;
  let body = '';
  const requested: WriteRequest<unknown> = {
    by: provenanceOf(request),
    caughtUp,
    emits: operation.emits ?? [],
    stored: {
      bytes: request.bytes,
      quota: quotaOf(serving.config, partOfQuota(operation, request.actor, request.input)),
    },
    claim: isClients ? (tx) => claimKey(tx, request.actor, id) : undefined,
    work: (context) =>
      handler(request.input as never, context).catch(endIfMissed(serving, caughtUp)),
    answer: (result, changed) => {
      body = JSON.stringify(result);
      requireSendable(body);
      // A write without a change may run again, unless the client sent a key for it, or an earlier
      // attempt is on its way: that one would make the change after its caller has gone on.
      if (!changed && !isClients && request.attempt === 1) return undefined;
      const stored = holdsSecret(operation, result) ? NOT_STORED : body;
      return { id, operation: request.name, fingerprint: fingerprints[0] ?? '', body: stored };
    },
    remainderOf,
  };
  return { write: requested, body: () => body };
}

/** Some operations show a secret only where it was asked for. */
const holdsSecret = ({ secretAnswer }: Operation, result: unknown): boolean =>
  typeof secretAnswer === 'string'
    ? Object(result)[secretAnswer] !== null
    : secretAnswer !== undefined;

/** The input without the fields that the gateway filled in. */
const givenInput = ({ filledIn = [] }: Operation, input: object): object =>
  filledIn.length === 0
    ? input
    : Object.fromEntries(Object.entries(input).filter(([field]) => !filledIn.includes(field)));

/**
 * A refusal that time or others can lift is decided anew, except that of a later attempt: it would let
 * an earlier one do what the caller believes refused.
 */
const isStoredRefusal = (error: unknown, operation: Operation, attempt: number): error is Refusal =>
  error instanceof Refusal &&
  !error.retryable &&
  (attempt > 1 || !isDecidedAnew(error.code)) &&
  isDeclared(operation, error.code);

/**
 * Whether the error can be caused by an earlier success of the same request: what that deleted is
 * not found any more, by `authorize` either. A refusal that was stored is the first answer.
 */
const canBeRepeat = (
  error: unknown,
  { idempotencyKey, attempt }: Request,
  operation: Operation,
  { mayRepeat }: Attempts,
): boolean =>
  error instanceof AlreadyAnswered ||
  violatedConstraint(error) === 'requests_pkey' ||
  (error instanceof Refusal &&
    error.code !== 'request_in_progress' &&
    (idempotencyKey === undefined ? mayRepeat : !isStoredRefusal(error, operation, attempt)));

function replay(
  stored: StoredAnswer,
  fingerprints: readonly string[],
  { secretAnswer }: Operation,
): Reply {
  if (isFence(stored)) throw refusalOf(JSON.parse(stored.body) as Problem);
  if (!fingerprints.includes(stored.fingerprint)) throw new Refusal('idempotency_key_reused');
  const { companyId, seq, body, problem } = stored;
  if (problem !== null) throw refusalOf(JSON.parse(problem) as Problem, true);
  if (secretAnswer && body === NOT_STORED) throw new Refusal('answer_shown_once');
  const reply = replyOf(body, companyId && seq ? { companyId, seq } : undefined);
  return { body, headers: { ...reply.headers, [header.replayed]: 'true' } };
}

const replyOf = (
  body: string,
  position: Position | undefined,
  headers?: Readonly<Record<string, string>>,
): Reply =>
  position
    ? { body, headers: { [header.position]: `${position.companyId}:${position.seq}`, ...headers } }
    : { body };

/** Those of the types that add to what the answer waits for. */
function emittedHeader(
  { settles }: Operation,
  emitted: readonly string[],
): Record<string, string> | undefined {
  const types = emitted.filter((type) => settles && type in settles);
  return types.length === 0 ? undefined : { [header.emitted]: types.join(' ') };
}
