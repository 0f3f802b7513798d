/**
 * The server of a service's operations. The subject is a trust boundary like HTTP: every request is
 * verified and parsed here again, whichever service sent it. The NATS service library calls a
 * handler inside a synchronous try and does not await it, so every handler is wrapped once, here,
 * and always answers.
 */
import { isWrite, logOperations, Refusal } from '@muster/contracts';
import { Svcm, type Service, type ServiceMsg } from '@nats-io/services';
import type { Subscription } from '@nats-io/transport-node';
import type { AnyHandler } from '../handler.ts';
import { endOfTick } from '../nats/end-of-tick.ts';
import { CANCEL } from '../keys/callable-operations.ts';
import { header, headersOf } from '../nats/headers.ts';
import { listen } from '../nats/listen.ts';
import { outcomeClassOf } from '../telemetry/outcome-class.ts';
import { withSpan, type Span } from '../telemetry/span.ts';
import { answerSpan, callerAttributes } from '../telemetry/span-names.ts';
import { traceIdOf } from '../telemetry/trace.ts';
import { VERSION } from '../version.ts';
import { answerRead } from './answer-read.ts';
import { answerWrite } from './answer-write.ts';
import { parseRequest, type Request } from './request.ts';
import { publicError, respond, respondError } from './respond.ts';
import {
  IN_FLIGHT_MAX,
  openServing,
  type Endpoint,
  type Reply,
  type ServeOptions,
  type Serving,
} from './serving.ts';

export interface Server {
  start(): Promise<void>;
  /** Takes no further requests and waits for those in flight. */
  drain(): Promise<void>;
}

export function openServer(options: ServeOptions): Server {
  const { nats, contract, metrics, subjects, log } = options;
  const inFlight = new Set<Promise<void>>();
  const serving = openServing(options);
  let service: Service | undefined;
  let cancellations: Subscription | undefined;
  return {
    async start() {
      service = await new Svcm(nats).add({
        name: `muster-${contract.name}`,
        version: VERSION,
        description: contract.summary,
        queue: contract.name,
      });
      for (const endpoint of endpointsOf(options)) {
        service.addEndpoint(endpoint.name, {
          subject: subjects.rpc(contract.name, endpoint.name),
          handler: (error, message) => {
            if (error) return;
            const work = answer(serving, endpoint, message)
              .catch((failure: unknown) =>
                log.error({ err: failure }, 'a request could not be answered'),
              )
              .finally(() => inFlight.delete(work));
            inFlight.add(work);
          },
        });
      }
      metrics.rpcInFlightMax.set(IN_FLIGHT_MAX);
      cancellations = subscribeCancellations(options);
    },
    async drain() {
      cancellations?.unsubscribe();
      await service?.stop();
      await Promise.allSettled(inFlight);
    },
  };
}

/** Cancels the slow reads of a request. Only its caller knows its id, and the gateway signs it. */
const subscribeCancellations = ({
  nats,
  subjects,
  contract,
  signer,
  slowReads,
  log,
}: ServeOptions): Subscription =>
  listen({ nats, log }, subjects.cancel(contract.name), (message) => {
    const headers = headersOf(message);
    const requestId = headers?.get(header.requestId) ?? '';
    try {
      signer.verify(headers?.get(header.actor), { operation: CANCEL, requestId });
      slowReads.cancel(requestId);
    } catch {
      log.warn({ requestId }, 'unsigned cancellation ignored');
    }
  });

const endpointsOf = ({ contract, handlers, logHandlers }: ServeOptions): Endpoint[] => [
  ...Object.entries(contract.operations).map(([name, operation]) => ({
    name,
    operation,
    handler: handlers[name] as AnyHandler,
  })),
  ...Object.entries(logOperations).map(([name, operation]) => ({
    name,
    operation,
    handler: logHandlers[name as keyof typeof logOperations],
  })),
];

async function answer(serving: Serving, endpoint: Endpoint, message: ServiceMsg): Promise<void> {
  const { name, operation } = endpoint;
  const { metrics } = serving;
  const isWait = operation === logOperations.awaitApplied;
  const places = isWait ? serving.waiting : serving.places;
  const stopTimer = metrics.rpcDuration.startTimer({ operation: name });
  const span = startSpan(serving, name, message);
  if (!isWait) metrics.rpcInFlight.inc();
  let outcome = 'ok';
  let status = 200;
  let request: Request | undefined;
  let giveBack: (() => void) | undefined;
  try {
    places.requireRoom();
    request = inTrace(parseRequest(serving.signer, name, operation, message), span);
    giveBack = await places.enter(request, operation);
    const parsed = request;
    const reply = await withSpan(span, () => answerRequest(serving, endpoint, parsed));
    await endOfTick();
    respond(message, reply);
  } catch (failure) {
    const error = publicError(operation, failure);
    outcome = error instanceof Refusal ? error.code : 'fault';
    status = error instanceof Refusal ? error.status : 500;
    recordError(serving, { name, message, request, error });
    respondError(message, error);
  } finally {
    giveBack?.();
    if (!isWait) metrics.rpcInFlight.dec();
    metrics.rpcAnswers.inc({ operation: name, kind: outcomeClassOf(status) });
    const seconds = stopTimer({ outcome });
    if (span) endSpan(serving, span, { name, outcome, status, seconds });
  }
}

const answerRequest = (
  serving: Serving,
  { operation, handler }: Endpoint,
  request: Request,
): Promise<Reply> =>
  isWrite(operation)
    ? answerWrite(serving, operation, handler, request)
    : serving.reads.readOnce(request, () => answerRead(serving, operation, handler, request));

const startSpan = (
  { tracer, contract }: ServeOptions,
  operation: string,
  message: ServiceMsg,
): Span | undefined =>
  tracer?.startSpan(
    answerSpan({ service: contract.name, operation }),
    headersOf(message)?.get(header.traceparent),
  );

interface SpanEnd {
  readonly name: string;
  readonly outcome: string;
  readonly status: number;
  readonly seconds: number;
}

function endSpan(
  { metrics }: Serving,
  span: Span,
  { name, outcome, status, seconds }: SpanEnd,
): void {
  const labels = `operation="${name}",outcome="${outcome}"`;
  metrics.exemplars.note('muster_rpc_duration_seconds', labels, seconds, span.traceparent);
  span.set({ 'rpc.response.status_code': outcome });
  span.end(status >= 500 ? outcome : undefined);
}

/** Events and calls that the request causes continue the trace under its span. */
function inTrace(request: Request, span: Span | undefined): Request {
  if (!span) return request;
  const { actor, requestId, input } = request;
  span.set(callerAttributes(actor, requestId, input['companyId']));
  return { ...request, traceparent: span.traceparent };
}

interface FailedRequest {
  readonly name: string;
  readonly message: ServiceMsg;
  /** Absent if the request was refused before it was parsed. */
  readonly request: Request | undefined;
  readonly error: unknown;
}

function recordError(
  { metrics, log }: Serving,
  { name, message, request, error }: FailedRequest,
): void {
  const traceparent = headersOf(message)?.get(header.traceparent);
  const trace = traceparent ? traceIdOf(traceparent) : undefined;
  const fields = { operation: name, requestId: request?.requestId, trace };
  if (error instanceof Refusal) {
    metrics.refusals.inc({ code: error.code });
    log.debug({ ...fields, code: error.code }, 'request refused');
  } else {
    log.error({ ...fields, err: error }, 'request failed');
  }
}
