/** Answers that are too large for memory, read as they come. */
import { Agent, request } from 'undici';
import { egressErrorOf } from './client.ts';
import { connectorOf } from './connector.ts';
import type { Download, DownloadCall, EgressOptions } from './outbound-call.ts';

/** A host that packs a large repository says nothing for long. */
const SILENCE_MS = 60_000;

/**
 * One request with a connection of its own.
 *
 * @throws EgressError; and so does reading the body
 */
export async function download(
  options: EgressOptions,
  url: URL,
  { method = 'GET', headers, body: sent, signal }: DownloadCall,
): Promise<Download> {
  const agent = new Agent({
    connect: connectorOf(options),
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });
  const failed = (error: unknown) => egressErrorOf(error, NEVER, signal);
  try {
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(url, {
      method,
      headers: { ...headers },
      body: sent ?? null,
      dispatcher: agent,
      signal,
    });
    return { status: statusCode, headers: answered, body: piecesOf(body, agent, failed) };
  } catch (error) {
    await agent.destroy();
    throw failed(error);
  }
}

const NEVER = new AbortController().signal;

async function* piecesOf(
  body: AsyncIterable<Uint8Array>,
  agent: Agent,
  failed: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body;
  } catch (error) {
    throw failed(error);
  } finally {
    await agent.destroy();
  }
}
