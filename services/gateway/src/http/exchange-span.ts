/** The span of an HTTP request, from its head to its answer; a part of the caller's trace. */
import type { Actor } from '@muster/contracts';
import { callerAttributes, type Span, type Tracer } from '@muster/service-kit';
import type { FastifyRequest } from 'fastify';

const FAULT = 500;

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where no traces are asked for. */
    readonly tracer: Tracer | undefined;
  }
}

/** The route and never the path: some paths hold the token of an invite. */
export function beginSpan(request: FastifyRequest, operation: string): Span | undefined {
  const { tracer } = request.server;
  if (!tracer) return undefined;
  const route = request.routeOptions.url ?? 'no route';
  return tracer.begin({
    name: `${request.method} ${route}`,
    kind: 'server',
    attributes: {
      'http.request.method': request.method, 'http.route': route, 'muster.operation': operation,
    },
  }, request.raw.headers['traceparent'] as string | undefined);
}

export interface Ending {
  readonly status: number;
  readonly actor: Actor | undefined;
  readonly requestId: string;
}

export function endSpan(span: Span, request: Pick<FastifyRequest, 'params'>, ending: Ending): void {
  const { status, actor, requestId } = ending;
  const { companyId } = (request.params ?? {}) as { companyId?: string };
  span.set({
    'http.response.status_code': status,
    ...(actor ? callerAttributes(actor, requestId, companyId) : { 'muster.request.id': requestId }),
  });
  span.end(status >= FAULT ? String(status) : undefined);
}
