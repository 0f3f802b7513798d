/** Static files. Those with versioned paths may be cached forever by browsers; others say for how long. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { GatewayContext } from './context.ts';
import { beginExchange } from './exchange.ts';
import { readOnce } from '../upstream/read-once.ts';
import { acceptsGzip } from './answer/compression.ts';
import { sendAnswer } from './answer/send-answer.ts';

export interface StaticAsset {
  readonly path: string;
  readonly type: string;
  readonly read: () => Promise<string | Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export function addStaticAssets(
  app: FastifyInstance,
  context: GatewayContext,
  assets: readonly StaticAsset[],
): void {
  for (const asset of assets) addAsset(app, context, asset);
}

/** Reads and compresses the file on its first request: most processes never serve it. */
function addAsset(
  app: FastifyInstance,
  context: GatewayContext,
  { path, type, read, headers }: StaticAsset,
): void {
  // Each is kept once, however many read it slowly.
  const plain = readOnce(read);
  const packed = packedOnce(plain);
  app.get(path, async (request, reply) => {
    beginExchange(request, 'getDocsAsset');
    // Browsers do; a shell that reads a page of the guide does not.
    const isPacked = acceptsGzip(request.raw.headers['accept-encoding']);
    sendAnswer(context, request, reply, {
      status: 200,
      body: isPacked ? await packed() : await plain(),
      headers: {
        'content-type': `${type}; charset=utf-8`,
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=31536000, immutable',
        ...headers,
      },
    });
    return reply;
  });
}

/** Keeps the compressed file. */
export const packedOnce = (read: StaticAsset['read']): (() => Promise<Buffer>) =>
  readOnce(async () => promisify(gzip)(await read()));
