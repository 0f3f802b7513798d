/** A running gateway on a free port, and an HTTP client for it. */
import type { gateway } from '@muster/contracts';
import { openStage, type Stage } from '@muster/test-kit';
import { gatewayService } from '../src/service.ts';

export const BOARD_TOKEN = 'a board token that only tests know, long enough';

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line no-explicit-any -- tests look into bodies of every shape
  readonly body: any;
}

export interface Request {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** Sent as it is, instead of a body. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestGateway {
  readonly stage: Stage<typeof gateway>;
  readonly port: number;
  readonly url: string;
  call(line: string, request?: Request): Promise<Response>;
  close(): Promise<void>;
}

export async function openGateway(
  env: Readonly<Record<string, string>> = {},
): Promise<TestGateway> {
  const stage = await openStage(gatewayService, {
    env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN, ...env },
  });
  const port = stage.service.port ?? 0;
  const url = `http://127.0.0.1:${port}`;
  return { stage, port, url, call: clientAt(url), close: () => stage.close() };
}

export const clientAt =
  (url: string): TestGateway['call'] =>
  async (line, { token = BOARD_TOKEN, body, raw, headers = {} } = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ');
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const { status, headers: named } = response;
    return { status, headers: named, body: isJson && text !== '' ? JSON.parse(text) : text };
  };
