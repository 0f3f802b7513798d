/** Sends one file of a run to its issue, as the run: the gateway decides what it takes. */
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Transform, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** The gateway's words about one file are far shorter. */
const ANSWER_MAX_BYTES = 65_536;

const Added = z.object({ id: z.uuid() });
const Refused = z.object({ code: z.string(), error: z.string() });

export interface FileToSend {
  /** Of the upload, with what it says of the file. */
  readonly url: URL;
  readonly token: string;
  readonly runId: string;
  /** The same for each attempt. */
  readonly key: string;
  readonly bytes: number;
  readonly body: Readable;
  readonly signal: AbortSignal;
}

/** `again`: another attempt may succeed, after so many seconds if they are named. */
export type Sent =
  | { readonly fileId: string }
  | { readonly why: string; readonly again: boolean; readonly afterSeconds?: number };

/** Does not reject. */
export async function sendFile(file: FileToSend): Promise<Sent> {
  try {
    return await answerTo(await send(file));
  } catch (error) {
    if (error instanceof Changed) return { why: error.message, again: false };
    if (file.signal.aborted) return { why: 'it took too long', again: false };
    const why = error instanceof Error ? error.message : String(error);
    return { why: `the gateway cannot be reached: ${why}`, again: true };
  }
}

async function send({ url, token, runId, key, bytes, body, signal }: FileToSend) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = request(url, {
    method: 'POST',
    signal,
    headers: {
      authorization: `Bearer ${token}`,
      'content-length': String(bytes),
      'content-type': 'application/octet-stream',
      'idempotency-key': key,
      'x-run-id': runId,
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  // What is refused early is answered while the rest is still sent.
  const sent = pipeline(body, exactly(bytes), outgoing);
  sent.catch(() => undefined);
  return Promise.race([answered, sent.then(() => answered)]);
}

class Changed extends Error {}

/** A file that grows or shrinks while it is read is not the one that was listed. */
function exactly(bytes: number): Transform {
  let passed = 0;
  const changed = (): Changed => new Changed('it could not be read as it was listed');
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length;
      if (passed > bytes) done(changed());
      else done(null, chunk);
    },
    flush: (done) => done(passed < bytes ? changed() : null),
  });
}

async function answerTo(answer: IncomingMessage): Promise<Sent> {
  const { statusCode = 0, headers } = answer;
  const body = parsed(await text(bounded(answer)));
  const added = Added.safeParse(body);
  if (statusCode === 201 && added.success) return { fileId: added.data.id };
  const refused = Refused.safeParse(body);
  const afterSeconds = Number(headers['retry-after']);
  return {
    why: refused.success
      ? `${refused.data.code}: ${refused.data.error}`
      : `the gateway answered ${statusCode}`,
    again: statusCode === 429 || statusCode >= 500,
    ...(afterSeconds > 0 ? { afterSeconds } : {}),
  };
}

async function* bounded(answer: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX_BYTES) return;
    yield chunk;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
