/**
 * The door of a service. The subject is a boundary like HTTP: every request is checked here again,
 * whoever sent it. The framework calls a handler inside a synchronous try and does not await it, so
 * each handler is wrapped once, here, and always answers.
 */
import {
  commonRefusals, isWrite, logOperations, pathParams, problemOf, Refusal,
  type Contract, type Operation, type RefusalCode, type Scope,
} from '@muster/contracts';
import { Svcm, type ServiceMsg } from '@nats-io/services';
import { headers, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { answerKindOf } from './answer-kind.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import { openBulkhead, type Bulkhead } from './bulkhead.ts';
import type { Context, Handlers, Locate } from './define-service.ts';
import { header } from './headers.ts';
import type { LongReads } from './long-reads.ts';
import { admit, notFound, type Request } from './request.ts';
import type { ActorSigner } from './actor.ts';
import { isDatabaseAway, isUnacceptableValue, tookTooLong } from './pool.ts';
import { endOfTurn } from './turn.ts';
import type { Subjects } from './subjects.ts';
import { within, type Span } from './span.ts';
import { answerSpan, callerAttributes } from './span-names.ts';
import { traceIdOf } from './trace.ts';
import type { Db } from './sql.ts';
import type { WriteMachine } from './write.ts';

/** Requests that one process works on at a time; more are told to come back. */
const IN_FLIGHT_MAX = 256;
/**
 * Writes to one thing at a time: while one commits, the next has its connection and waits for the
 * row. More of them do not make it faster.
 */
const WRITES_OF_ONE_MAX = 2;
/** Largest answer; NATS carries 1 MiB. */
const ANSWER_MAX_BYTES = 786_432;

export type AnyHandler = (input: never, context: Context<Contract>) => Promise<unknown>;

export interface Reply {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ServeOptions extends WriteMachine {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  /** For the kit's own books; what a caller asks for is read by `dbWithin`. */
  readonly db: Db;
  readonly longReads: LongReads;
  readonly dbWithin: (scope: Scope) => Db;
  readonly signer: ActorSigner;
  readonly handlers: Handlers<Contract>;
  readonly logHandlers: Readonly<Record<keyof typeof logOperations, AnyHandler>>;
  readonly locate: Readonly<Record<string, Locate>>;
  readonly version: string;
}

export interface Serving extends ServeOptions {
  readonly bulkhead: Bulkhead;
}

export interface Server {
  /** Takes no further requests and waits for those under way. */
  drain(): Promise<void>;
}

interface Endpoint {
  readonly name: string;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

export async function serve(options: ServeOptions): Promise<Server> {
  const service = await new Svcm(options.nats).add({
    name: `muster-${options.contract.name}`,
    version: options.version,
    description: options.contract.summary,
    queue: options.contract.name,
  });
  const underWay = new Set<Promise<void>>();
  const serving: Serving = { ...options, bulkhead: openBulkhead(WRITES_OF_ONE_MAX) };
  for (const endpoint of endpointsOf(options)) {
    service.addEndpoint(endpoint.name, {
      subject: options.subjects.rpc(options.contract.name, endpoint.name),
      handler: (error, message) => {
        if (error) return;
        const work = answer(serving, endpoint, message, underWay.size).finally(() =>
          underWay.delete(work));
        underWay.add(work);
      },
    });
  }
  options.metrics.rpcInFlightMax.set(IN_FLIGHT_MAX);
  const cancellations = listenForCancellations(options);
  return {
    async drain() {
      cancellations.unsubscribe();
      await service.stop();
      await Promise.allSettled(underWay);
    },
  };
}

/** A request's number is known to its caller alone, and the gateway signs it. */
const listenForCancellations = (
  { nats, subjects, contract, signer, longReads, log }: ServeOptions,
): Subscription =>
  nats.subscribe(subjects.cancel(contract.name), {
    callback: (error, message) => {
      if (error) return;
      const requestId = message.headers?.get(header.requestId) ?? '';
      try {
        signer.verify(message.headers?.get(header.actor), requestId);
        longReads.cancel(requestId);
      } catch {
        log.warn({ requestId }, 'a cancellation was not signed');
      }
    },
  });

const endpointsOf = ({ contract, handlers, logHandlers }: ServeOptions): Endpoint[] => [
  ...Object.entries(contract.operations).map(([name, operation]) => ({
    name, operation, handler: handlers[name] as AnyHandler,
  })),
  ...Object.entries(logOperations).map(([name, operation]) => ({
    name, operation, handler: logHandlers[name as keyof typeof logOperations],
  })),
];

async function answer(
  options: Serving,
  { name, operation, handler }: Endpoint,
  message: ServiceMsg,
  inFlight: number,
): Promise<void> {
  const { metrics, log } = options;
  const stopTimer = metrics.rpcDuration.startTimer({ operation: name });
  const span = beginSpan(options, name, message);
  metrics.rpcInFlight.inc();
  let outcome = 'ok';
  let status = 200;
  let request: Request | undefined;
  try {
    if (inFlight >= IN_FLIGHT_MAX) throw new Refusal('overloaded');
    request = underSpan(admit(options.signer, name, operation, message), span);
    const admitted = request;
    const reply = await within(span, () =>
      isWrite(operation)
        ? answerWrite(options, operation, handler, admitted)
        : answerRead(options, operation, handler, admitted));
    if (Buffer.byteLength(reply.body) > ANSWER_MAX_BYTES) throw new Refusal('result_too_large');
    await endOfTurn();
    respond(message, reply);
  } catch (failure) {
    const error = outwards(operation, failure);
    outcome = error instanceof Refusal ? error.code : 'fault';
    status = error instanceof Refusal ? error.status : 500;
    if (error instanceof Refusal) metrics.refusals.inc({ code: error.code });
    const context = { operation: name, requestId: request?.requestId, trace: traceOf(message) };
    if (error instanceof Refusal) log.debug({ ...context, code: error.code }, 'refused');
    else log.error({ ...context, err: error }, 'a request failed');
    refuse(message, error);
  } finally {
    metrics.rpcInFlight.dec();
    metrics.rpcAnswers.inc({ operation: name, kind: answerKindOf(status) });
    stopTimer({ outcome });
    span?.set({ 'rpc.response.status_code': outcome });
    span?.end(status >= 500 ? outcome : undefined);
  }
}

const beginSpan = (
  { tracer, contract }: ServeOptions,
  operation: string,
  message: ServiceMsg,
): Span | undefined =>
  tracer?.begin(
    answerSpan({ service: contract.name, operation }), message.headers?.get(header.traceparent),
  );

/** What the request says and causes goes on under its span. */
function underSpan(request: Request, span: Span | undefined): Request {
  if (!span) return request;
  const { actor, requestId, input } = request;
  span.set(callerAttributes(actor, requestId, input['companyId']));
  return { ...request, traceparent: span.traceparent };
}

const traceOf = ({ headers: carried }: ServiceMsg): string | undefined => {
  const traceparent = carried?.get(header.traceparent);
  return traceparent ? traceIdOf(traceparent) : undefined;
};

const unacceptable = new Refusal('invalid_input', [
  { path: [], code: 'unacceptable_value', message: 'a value cannot be stored' },
]);

/**
 * What a failure is outside. A database that is away may be asked again, and so may one that was
 * too slow; a refusal that the contract does not declare is a fault, since no client could have
 * been ready for it.
 */
function outwards(operation: Operation, failure: unknown): unknown {
  if (isDatabaseAway(failure)) return new Refusal('unavailable');
  if (tookTooLong(failure)) return new Refusal('deadline_exceeded');
  if (isUnacceptableValue(failure)) return unacceptable;
  if (!(failure instanceof Refusal) || isDeclared(operation, failure.code)) return failure;
  return new Error(`${failure.code} is not among the operation's refusals`, { cause: failure });
}

const isDeclared = (operation: Operation, code: RefusalCode): boolean =>
  operation.refusals.includes(code) ||
  commonRefusals.includes(code) ||
  pathParams(operation).some((param) => notFound(param).code === code);

function respond(message: ServiceMsg, { body, headers: named }: Reply): void {
  if (!named) return void message.respond(body);
  const carried = headers();
  for (const [name, value] of Object.entries(named)) carried.set(name, value);
  message.respond(body, { headers: carried });
}

/** A fault is opaque outside: what went wrong is in the log, under the request id. */
function refuse(message: ServiceMsg, error: unknown): void {
  const known = error instanceof Refusal;
  const problem = known
    ? problemOf(error)
    : { error: 'Internal error', code: 'internal_error', retryable: true };
  message.respondError(known ? error.status : 500, problem.code, JSON.stringify(problem));
}
