/**
 * The OpenAPI document, rendered on its first request: it is long and most processes never serve
 * it. A thread renders it, because that takes a second, in which this one could answer nothing else.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ComposedCall } from '../upstream/composed-call.ts';

const RENDERER = new URL('./render-open-api.ts', import.meta.url);

export function getOpenApi(): ComposedCall {
  let document: Promise<Buffer> | undefined;
  return async () => {
    document ??= rendered();
    try {
      return { body: await document, headers: { 'cache-control': 'no-cache' } };
    } catch (error) {
      document = undefined;
      throw error;
    }
  };
}

/** Rejects with what the thread throws. */
async function rendered(): Promise<Buffer> {
  const [bytes] = (await once(new Worker(RENDERER), 'message')) as [Uint8Array<ArrayBuffer>];
  return Buffer.from(bytes.buffer);
}
