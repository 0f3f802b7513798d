/** The caller of an operation and its ids, from the HTTP request; and how it performs others. */
import { isWrite, type Actor } from '@muster/contracts';
import type { CallContext } from '../upstream/composed-call.ts';
import { clientRequestIdOf } from '../upstream/domain/client-request-id.ts';
import { keyWithin } from '../upstream/key-within.ts';
import { disconnectSignal } from './connections/disconnect-signal.ts';
import type { GatewayContext } from './context.ts';
import type { OperationRoute } from './operation-route.ts';
import { performFor } from './perform-for.ts';
import { baseUrlOf } from './request/base-url.ts';
import type { RouteRequest } from './request/route-request.ts';

export function callOf(
  context: GatewayContext,
  routes: ReadonlyMap<string, OperationRoute>,
  read: RouteRequest,
): CallContext {
  const { exchange, request, reply, idempotencyKey } = read;
  const call: CallContext = {
    actor: exchange.actor as Actor,
    requestId: exchange.ownId,
    clientRequestId: isWrite(read.plan.operation)
      ? clientRequestIdOf(request.raw.headers['x-request-id'])
      : undefined,
    traceparent: exchange.traceparent,
    idempotencyKey: idempotencyKey && keyWithin(exchange.credential?.limits, idempotencyKey),
    client: {
      credential: exchange.credential,
      headers: request.raw.headers,
      address: request.ip,
      get query() {
        return new URL(request.url, 'http://localhost').search;
      },
      method: request.method,
      body() {
        context.inFlight.release(request);
        return request.raw;
      },
      disconnected: () => disconnectSignal(reply.raw),
    },
    baseUrl: () => baseUrlOf(context.publicUrl, request),
    perform: (name, input, options) =>
      performFor({ context, routes, request, call }, name, input, options),
  };
  return call;
}
