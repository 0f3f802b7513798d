/**
 * Requests to other services. Every attempt carries the same request id, so a write can be retried
 * until its deadline: a restart of a service costs its callers time, not errors.
 */
import {
  isWrite,
  logOperations,
  readTolerantly,
  Refusal,
  refusals,
  type Actor,
  type Call,
  type Contract,
  type OperationName,
  type Output,
  type Problem,
  type RefusalCode,
  type Operation,
} from '@muster/contracts';
import { headers, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { ActorSigner } from './actor.ts';
import { CANCEL } from '../keys/callable-operations.ts';
import { firstAnswer } from './request-with-retry.ts';
import { newId } from '../new-id.ts';
import type { SendRequest } from '../nats/requests.ts';
import type { Subjects } from '../nats/subjects.ts';
import { header } from '../nats/headers.ts';
import { currentSpan, childSpan } from '../telemetry/span.ts';
import { callSpan } from '../telemetry/span-names.ts';
import { unsampledTraceparent } from '../telemetry/trace.ts';
import { endOfTick } from '../nats/end-of-tick.ts';

export const WRITE_DEADLINE_MS = 5_000;
export const READ_DEADLINE_MS = 3_000;

export interface RpcCall {
  readonly service: string;
  readonly operation: string;
  readonly body: string;
  readonly actor: Actor;
  readonly requestId: string;
  /** Chosen by the client, for the events of a write. */
  readonly clientRequestId?: string | undefined;
  readonly deadlineMs: number;
  readonly traceparent?: string | null | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

export interface RpcReply {
  /** 200, or the status of the refusal that the body describes. */
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly headers: MsgHdrs | undefined;
}

export type Rpc = (call: RpcCall) => Promise<RpcReply>;

export interface RpcOptions {
  readonly nats: NatsConnection;
  readonly request: SendRequest;
  readonly subjects: Subjects;
}

export function openRpc({ nats, request, subjects }: RpcOptions, signer: ActorSigner): Rpc {
  const ask: Rpc = async (call) => {
    const deadline = Date.now() + call.deadlineMs;
    const subject = subjects.rpc(call.service, call.operation);
    const sent = headersOf(call, deadline, signer);
    const cancel = (): void => {
      if (nats.isClosed() || nats.isDraining()) return;
      const cancelled = headersOf({ ...call, operation: CANCEL }, deadline, signer);
      nats.publish(subjects.cancel(call.service), undefined, { headers: cancelled });
    };
    const answer = firstAnswer(deadline, call.signal, async (attempt, timeoutMs) => {
      if (attempt > 1) sent.set(header.attempt, String(attempt));
      await endOfTick();
      return request({ subject, body: call.body, headers: sent, timeoutMs });
    });
    const reply = await (call.signal ? orAborted(answer, call.signal, cancel) : answer);
    if (!reply) throw new Refusal('unavailable', { service: call.service });
    return replyOf(reply);
  };
  return (call) =>
    childSpan(
      () => callSpan(call),
      () => ask(call),
    );
}

/** An abort cancels the request at the service and ignores its answer. */
async function orAborted<T>(
  answer: Promise<T>,
  signal: AbortSignal,
  cancel: () => void,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    answer.catch(() => undefined);
    cancel();
    reject(new Refusal('deadline_exceeded'));
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function headersOf(call: RpcCall, deadline: number, signer: ActorSigner): MsgHdrs {
  const sent = headers();
  sent.set(header.actor, signer.sign(call.actor, call));
  sent.set(header.requestId, call.requestId);
  sent.set(header.deadline, String(deadline));
  sent.set(header.traceparent, traceparentOf(call));
  if (call.clientRequestId) sent.set(header.clientRequestId, call.clientRequestId);
  if (call.idempotencyKey) sent.set(header.idempotencyKey, call.idempotencyKey);
  return sent;
}

/**
 * A process that records no spans is no step of the trace, and passes it on. A call that no request,
 * event or run has caused belongs to no trace: it is not sampled.
 */
const traceparentOf = ({ traceparent }: RpcCall): string =>
  currentSpan()?.traceparent ?? (traceparent || unsampledTraceparent());

const replyOf = (message: Msg): RpcReply => {
  const code = message.headers?.get(header.errorCode);
  currentSpan()?.set({ 'rpc.response.status_code': code || '200' });
  return { status: code ? Number(code) : 200, bytes: message.data, headers: message.headers };
};

export interface CallOptions {
  readonly actor?: Actor;
  readonly requestId?: string;
  readonly idempotencyKey?: string;
  readonly traceparent?: string | null;
}

export type Client<C extends Contract> = {
  readonly [N in OperationName<C>]: (
    input: Call<C, N>,
    options?: CallOptions,
  ) => Promise<Output<C, N>>;
};

export type ClientFor = <C extends Contract>(contract: C) => Client<C>;

/** A typed client: parses answers, which detects drift between versions, and throws refusals. */
export const clientsOver =
  (rpc: Rpc, defaultActor: Actor): ClientFor =>
  <C extends Contract>(contract: C): Client<C> =>
    Object.fromEntries(
      Object.entries(contract.operations).map(([name, operation]) => [
        name,
        (input: object, options: CallOptions = {}) =>
          callOperation(rpc, contract.name, name, operation, input, {
            actor: defaultActor,
            ...options,
          }),
      ]),
    ) as unknown as Client<C>;

type LogContract = Omit<Contract, 'operations'> & { readonly operations: typeof logOperations };
/** A typed client of what every service tells of its log. */
export type LogClientFor = (service: string) => Client<LogContract>;

export const logClientsOver = (rpc: Rpc, actor: Actor): LogClientFor => {
  const clientFor = clientsOver(rpc, actor);
  return (name) => clientFor({ name, operations: logOperations } as LogContract);
};

type Asked = [
  rpc: Rpc,
  service: string,
  name: string,
  operation: Operation,
  input: object,
  options: CallOptions & { readonly actor: Actor },
];

export const callOperation = async (...asked: Asked): Promise<unknown> =>
  (await callForPage(...asked)).answer;

/** The answer of a list, and whether others follow. */
export async function callForPage(
  ...[rpc, service, name, operation, input, options]: Asked
): Promise<{ readonly answer: unknown; readonly hasMore: boolean }> {
  const reply = await rpc({
    service,
    operation: name,
    body: JSON.stringify(input),
    actor: options.actor,
    requestId: options.requestId ?? newId(),
    deadlineMs: isWrite(operation) ? WRITE_DEADLINE_MS : READ_DEADLINE_MS,
    traceparent: options.traceparent,
    idempotencyKey: options.idempotencyKey,
  });
  const body: unknown = JSON.parse(new TextDecoder().decode(reply.bytes));
  if (reply.status !== 200) throw refusalOf(body as Problem);
  const answer = readTolerantly(operation.output, body);
  if (!answer.success) throw answer.error;
  return { answer: answer.data, hasMore: Boolean(reply.headers?.get(header.nextCursor)) };
}

/** The refusal in another service's answer, to rethrow or to inspect. */
export function refusalOf(problem: Problem, isReplayed = false): Error {
  if (problem.code in refusals) {
    return new Refusal(problem.code as RefusalCode, problem.details, problem.hint, isReplayed);
  }
  return new Error(`${problem.code}: ${problem.error}`);
}
