/**
 * Requests to other services. Every attempt carries the same request id, so a write may be tried
 * again until its deadline: a service that is being restarted costs its callers time, not errors.
 */
import {
  isWrite, Refusal, refusals,
  type Actor, type Call, type Contract, type OperationName, type Output, type Problem,
  type RefusalCode, type Operation,
} from '@muster/contracts';
import { headers, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import type { ActorSigner } from './actor.ts';
import { firstAnswer } from './attempts.ts';
import { newId } from './events.ts';
import { header } from './headers.ts';
import type { Subjects } from './subjects.ts';
import { currentSpan, part } from './span.ts';
import { callSpan } from './span-names.ts';
import { childTraceparent, quietTraceparent } from './trace.ts';
import { endOfTurn } from './turn.ts';

export const WRITE_DEADLINE_MS = 5_000;
export const READ_DEADLINE_MS = 3_000;

export interface RpcCall {
  readonly service: string;
  readonly operation: string;
  readonly body: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly deadlineMs: number;
  readonly traceparent?: string | null | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface RpcReply {
  /** 200, or the status of the refusal that the body describes. */
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly headers: MsgHdrs | undefined;
}

export type Rpc = (call: RpcCall) => Promise<RpcReply>;

export function openRpc(nats: NatsConnection, subjects: Subjects, signer: ActorSigner): Rpc {
  const ask: Rpc = async (call) => {
    const deadline = Date.now() + call.deadlineMs;
    const subject = subjects.rpc(call.service, call.operation);
    const carried = headersOf(call, deadline, signer);
    const giveUp = (): void => {
      if (nats.isClosed() || nats.isDraining()) return;
      nats.publish(subjects.cancel(call.service), undefined, { headers: carried });
    };
    const asked = firstAnswer(deadline, call.signal, async (attempt, timeout) => {
      if (attempt > 1) carried.set(header.attempt, String(attempt));
      await endOfTurn();
      return nats.request(subject, call.body, { timeout, headers: carried });
    });
    const reply = await (call.signal ? unlessAborted(asked, call.signal, giveUp) : asked);
    if (!reply) throw new Refusal('unavailable', { service: call.service });
    return replyOf(reply);
  };
  return (call) => part(() => callSpan(call), () => ask(call));
}

/** Whoever works on the request is told, and its answer goes to nobody. */
async function unlessAborted<T>(
  asked: Promise<T>,
  signal: AbortSignal,
  giveUp: () => void,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    asked.catch(() => undefined);
    giveUp();
    reject(new Refusal('deadline_exceeded'));
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([asked, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function headersOf(call: RpcCall, deadline: number, signer: ActorSigner): MsgHdrs {
  const carried = headers();
  carried.set(header.actor, signer.sign(call.actor, call.requestId));
  carried.set(header.requestId, call.requestId);
  carried.set(header.deadline, String(deadline));
  carried.set(header.traceparent, hopOf(call));
  if (call.idempotencyKey) carried.set(header.idempotencyKey, call.idempotencyKey);
  return carried;
}

/** What nobody's request, event or run has caused is of no trace that anybody looks for. */
const hopOf = ({ traceparent }: RpcCall): string =>
  currentSpan()?.traceparent ??
  (traceparent ? childTraceparent(traceparent) : quietTraceparent());

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

/** A typed client: parses answers too, which finds drift between versions, and throws refusals. */
export const clientsOver =
  (rpc: Rpc, defaultActor: Actor): ClientFor =>
  <C extends Contract>(contract: C): Client<C> =>
    Object.fromEntries(
      Object.entries(contract.operations).map(([name, operation]) => [
        name,
        (input: object, options: CallOptions = {}) =>
          callOperation(rpc, contract.name, name, operation, input, {
            actor: defaultActor, ...options,
          }),
      ]),
    ) as unknown as Client<C>;

export async function callOperation(
  rpc: Rpc,
  service: string,
  name: string,
  operation: Operation,
  input: object,
  options: CallOptions & { readonly actor: Actor },
): Promise<unknown> {
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
  return operation.output.parse(body);
}

/** The refusal that another service gave, to be thrown on or looked at. */
export function refusalOf(problem: Problem): Error {
  if (problem.code in refusals) {
    return new Refusal(problem.code as RefusalCode, problem.details, problem.hint);
  }
  return new Error(`${problem.code}: ${problem.error}`);
}
