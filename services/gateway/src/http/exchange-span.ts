/** The span of an HTTP request, from its head to its answer, as a child of the client's span. */
import type { Actor } from '@muster/contracts';
import { callerAttributes, type Span, type Tracer } from '@muster/service-kit';
import type { FastifyRequest } from 'fastify';

const SERVER_ERROR = 500;

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent unless tracing is configured. */
    readonly tracer: Tracer | undefined;
  }
}

/** Records the route and never the path: some paths contain an invite's token. */
export function beginSpan(request: FastifyRequest, operation: string): Span | undefined {
  const { tracer } = request.server;
  if (!tracer) return undefined;
  const route = request.routeOptions.url ?? 'no route';
  return tracer.startSpan(
    {
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'muster.operation': operation,
      },
    },
    request.raw.headers['traceparent'] as string | undefined,
  );
}

export interface SpanEnd {
  readonly status: number;
  readonly actor: Actor | undefined;
  readonly requestId: string;
}

export function endSpan(span: Span, request: Pick<FastifyRequest, 'params'>, end: SpanEnd): void {
  const { status, actor, requestId } = end;
  const { companyId } = (request.params ?? {}) as { companyId?: string };
  span.set({
    'http.response.status_code': status,
    ...(actor ? callerAttributes(actor, requestId, companyId) : { 'muster.request.id': requestId }),
  });
  span.end(status >= SERVER_ERROR ? String(status) : undefined);
}
