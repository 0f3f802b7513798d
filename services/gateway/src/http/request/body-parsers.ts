/**
 * Reads bodies: JSON, and for operations whose contract says so, a body of any media type as text. Such an
 * operation is called by programs that know nothing of this API, such as a CI.
 */
import { isUtf8 } from 'node:buffer';
import { Refusal, type Operation } from '@muster/contracts';
import type { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseJsonBody, requirePlainCoding, requireStorableText } from './json-body.ts';

interface BodyConfig {
  /** The field that is the whole body. */
  readonly bodyIn?: string;
  /** The operation reads the body itself. */
  readonly bodyStreams?: true;
}

/** Options of the operation's route. */
export function bodyOptions({ bodyIn, bodyMaxBytes, bodyStreams, input }: Operation): {
  readonly config?: BodyConfig;
  readonly bodyLimit?: number;
  readonly preParsing?: typeof asBytes;
} {
  if (bodyStreams) return { config: { bodyStreams }, preParsing: asBytes };
  if (bodyIn === undefined) return bodyMaxBytes === undefined ? {} : { bodyLimit: bodyMaxBytes };
  const max = maxLengthOf(input.shape[bodyIn] as z.core.$ZodType);
  return { config: { bodyIn }, ...(max === undefined ? {} : { bodyLimit: max }) };
}

/** Whatever its type is: the parser of JSON would collect the whole. */
function asBytes(
  { raw }: FastifyRequest,
  _: FastifyReply,
  __: unknown,
  done: (error?: Error | null) => void,
): void {
  raw.headers['content-type'] = 'application/octet-stream';
  done();
}

/** A text of so many bytes has no more characters. */
function maxLengthOf(schema: z.core.$ZodType): number | undefined {
  const { innerType } = schema._zod.def as { readonly innerType?: z.core.$ZodType };
  if (innerType) return maxLengthOf(innerType);
  return (schema as Partial<Pick<z.ZodString, 'maxLength'>>).maxLength ?? undefined;
}

export function addBodyParsers(app: FastifyInstance): void {
  const asBuffer = { parseAs: 'buffer' } as const;
  app.addContentTypeParser('application/json', asBuffer, (request, body, done) => {
    try {
      requirePlainCoding(request.headers['content-encoding']);
      const bytes = body as Buffer;
      const { bodyLimit } = request.routeOptions;
      const isText = bodyInOf(request) !== undefined;
      done(null, isText ? textOf(request, bytes) : parseJsonBody(bytes, bodyLimit));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    if ((request.routeOptions.config as BodyConfig).bodyStreams) {
      requirePlainCoding(request.headers['content-encoding']);
      return done(null, undefined);
    }
    if (bodyInOf(request) === undefined) return done(new Refusal('unsupported_media_type'));
    readAll(request, payload)
      .then((bytes) => textOf(request, bytes))
      .then(
        (body) => done(null, body),
        (error: Error) => done(error),
      );
  });
}

const bodyInOf = ({ routeOptions }: FastifyRequest): string | undefined =>
  (routeOptions.config as BodyConfig).bodyIn;

/** As a body with the one field. */
function textOf(request: FastifyRequest, bytes: Buffer): object {
  if (!isUtf8(bytes)) throw new Refusal('malformed_json', { message: 'the body is not UTF-8' });
  const text = bytes.toString('utf8');
  const field = bodyInOf(request) ?? '';
  requireStorableText(text, [field]);
  return { [field]: text };
}

async function readAll(
  { headers, routeOptions: { bodyLimit } }: FastifyRequest,
  payload: AsyncIterable<Buffer>,
): Promise<Buffer> {
  requirePlainCoding(headers['content-encoding']);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of payload) {
    length += chunk.length;
    if (length > bodyLimit) throw new Refusal('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
