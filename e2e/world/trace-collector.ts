/** A trace collector: receives OTLP over HTTP as JSON and stores every span. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.string(), z.number()]).optional(),
    doubleValue: z.number().optional(),
    boolValue: z.boolean().optional(),
  }),
});

const attributesOf = (list: readonly z.output<typeof Attribute>[]) =>
  Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value.stringValue ??
        (value.intValue === undefined ? undefined : Number(value.intValue)) ??
        value.doubleValue ??
        value.boolValue,
    ]),
  );

const Attributes = z.array(Attribute).default([]).transform(attributesOf);

const OtlpSpan = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
  status: z.object({ code: z.int().optional() }).default({}),
});

const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(OtlpSpan) })),
    }),
  ),
});

/** The kinds of spans in the numbering of OTLP. */
export const kindNames = ['', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

export type CollectedSpan = z.output<typeof OtlpSpan> & { readonly service: string };

export interface Collector {
  readonly url: string;
  /** In the order of arrival. */
  readonly spans: readonly CollectedSpan[];
  /** Everything that was received, unparsed. */
  readonly text: () => string;
  /** The headers of the last request. */
  readonly headers: () => IncomingMessage['headers'];
  close(): Promise<void>;
}

export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  let headers: IncomingMessage['headers'] = {};
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      headers = request.headers;
      texts.push(text);
      spans.push(...spansOf(text));
      response.writeHead(request.url === '/v1/traces' ? 200 : 404, {
        'content-type': 'application/json',
      });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => texts.join('\n'),
    headers: () => headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const spansOf = (text: string): CollectedSpan[] =>
  Export.parse(JSON.parse(text)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        service: String(resource.attributes['service.name']),
      })),
    ),
  );
