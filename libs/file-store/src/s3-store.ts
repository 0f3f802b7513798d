/**
 * Files in a bucket of an S3-compatible store. A file is one object, written by one request: its length is known
 * beforehand, so nothing of it is kept in memory, and the store has it whole or not at all (decision 188).
 */
import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Duplex, Readable, Stream } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { FileStoreError, type FileKey, type FileStore } from './file-store.ts';
import { measure } from './measure.ts';

/** A store that says nothing for so long has gone away. It answers a file of some GB when it has written it. */
const SILENCE_MS = 120_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OK = 200;
const PARTIAL = 206;
const NO_CONTENT = 204;
const NOT_FOUND = 404;
const INSUFFICIENT_STORAGE = 507;
/** The words of an error are short. */
const ERROR_MAX_BYTES = 4_096;
/** By which stores say, with other statuses as well, that there is no room. */
const FULL =
  /<Code>(?:\w*StorageFull|\w*QuotaExceeded|InsufficientStorage|\w*OutOfCapacity)<\/Code>/;

export interface S3Access {
  /** Of the bucket: with its name as host or as path. */
  readonly url: string;
  /** Where clients reach the bucket; undefined where they do not. */
  readonly publicUrl?: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export function s3Store(access: S3Access): FileStore {
  const send = sender(access);
  const store: FileStore = {
    async put(key, body, bytes) {
      const { through, stored } = measure(bytes);
      const headers = {
        'content-length': String(bytes),
        'content-type': 'application/octet-stream',
      };
      const answer = await send('PUT', key, { headers, taken: [OK], body: [body, through] });
      answer.resume();
      return stored();
    },
    get(key, range) {
      const headers = range ? { range: `bytes=${range.first}-${range.last}` } : {};
      return send('GET', key, { headers, taken: [range ? PARTIAL : OK] });
    },
    async delete(key) {
      const answer = await send('DELETE', key, { taken: [OK, NO_CONTENT, NOT_FOUND] });
      answer.resume();
    },
  };
  const { publicUrl } = access;
  if (publicUrl === undefined) return store;
  return {
    ...store,
    async sign(key, { type, disposition }, seconds) {
      const url = urlOf(publicUrl, key);
      url.searchParams.set('response-content-type', type);
      url.searchParams.set('response-content-disposition', disposition);
      url.searchParams.set('X-Amz-Expires', String(seconds));
      const signed = await signer(access, { method: 'GET', url: url.href, signQuery: true }).sign();
      // In a form a space is a plus; in what is signed it is not.
      return signed.url.href.replaceAll('+', '%20');
    },
  };
}

/** The company comes first, and nothing in a key has a meaning in a path. */
function urlOf(bucket: string, { companyId, fileId }: FileKey): URL {
  if (!UUID.test(companyId) || !UUID.test(fileId)) throw new Error('a key consists of ids');
  return new URL(`${bucket.replace(/\/+$/, '')}/${companyId}/${fileId}`);
}

const signer = (
  { region, accessKeyId, secretAccessKey }: S3Access,
  request: { method: string; url: string; headers?: Record<string, string>; signQuery?: boolean },
): AwsV4Signer =>
  new AwsV4Signer({ ...request, service: 's3', region, accessKeyId, secretAccessKey });

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** The statuses that are no failure. */
  readonly taken: readonly number[];
  /** What streams into the request: its source, and what it passes through. */
  readonly body?: readonly [Readable, Duplex];
}

function sender(access: S3Access) {
  return async (
    method: string,
    key: FileKey,
    { headers = {}, taken, body }: Sent,
  ): Promise<IncomingMessage> => {
    const { href: url } = urlOf(access.url, key);
    const signed = await signer(access, { method, url, headers }).sign();
    const all: OutgoingHttpHeaders = { ...headers, ...Object.fromEntries(signed.headers) };
    const start = signed.url.protocol === 'https:' ? requestHttps : requestHttp;
    // Of its own: one that was kept may be closed by the store when a file that cannot be sent twice begins.
    const outgoing = start(signed.url, { method, headers: all, agent: false });
    outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy(new Error('the store is silent')));
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', (error) => reject(down(error)));
    });
    const sent = streamed(outgoing, body);
    try {
      // A store that refuses does not wait for the rest.
      const answer = await Promise.race([sent.then(() => answered), refusal(answered, taken)]);
      if (!taken.includes(answer.statusCode ?? 0)) throw await errorOf(answer);
      await sent;
      return answer;
    } catch (error) {
      outgoing.destroy();
      answered.catch(() => undefined);
      throw error;
    }
  };
}

/** Ends only where the store refuses. */
const refusal = (
  answered: Promise<IncomingMessage>,
  taken: readonly number[],
): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    answered.then(
      (answer) => {
        if (!taken.includes(answer.statusCode ?? 0)) resolve(answer);
      },
      () => undefined,
    );
  });

/** What the client breaks off is no fault of the store. */
async function streamed(outgoing: ClientRequest, body: Sent['body']): Promise<void> {
  if (!body) return void outgoing.end();
  // The one that fails tells the others.
  let first: Stream | undefined;
  for (const stream of [...body, outgoing] as Stream[])
    stream.once('error', () => (first ??= stream));
  try {
    await pipeline(...body, outgoing);
  } catch (error) {
    throw first === outgoing ? down(error) : error;
  }
}

const down = (cause: unknown): FileStoreError => new FileStoreError('down', cause);

async function errorOf(answer: IncomingMessage): Promise<FileStoreError> {
  const { statusCode = 0 } = answer;
  const words = await beginning(answer);
  const cause = new Error(`the store answered ${statusCode}: ${words}`);
  if (statusCode === NOT_FOUND && !words.includes('NoSuchBucket')) {
    return new FileStoreError('absent', cause);
  }
  const isFull = statusCode === INSUFFICIENT_STORAGE || FULL.test(words);
  return new FileStoreError(isFull ? 'full' : 'down', cause);
}

async function beginning(answer: IncomingMessage): Promise<string> {
  let words = '';
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      words += chunk.toString();
      if (words.length >= ERROR_MAX_BYTES) break;
    }
  } catch {
    // What has come says enough.
  }
  return words.slice(0, ERROR_MAX_BYTES);
}
