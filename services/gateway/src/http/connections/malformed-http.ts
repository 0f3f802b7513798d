/**
 * Refuses what breaks the rules of HTTP itself. Node refuses some of it, too, but with an empty body, from
 * which a client learns nothing. No operation is known yet, so the answers go to the socket.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@muster/contracts';
import type { FastifyInstance } from 'fastify';
import { endConnection } from './end-connection.ts';

const brokenStatus: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
const notHttp = new Refusal('invalid_input', undefined, 'this is not valid HTTP');
const tooSlow = new Refusal('invalid_input', undefined, 'send the whole request at once');
const unknownExpectation = new Refusal(
  'invalid_input',
  [{ path: ['Expect'], message: 'must be 100-continue' }],
  'send the request without the header Expect',
);
const withoutHost = new Refusal(
  'invalid_input',
  [{ path: ['Host'], message: 'is required by HTTP/1.1' }],
  'send the host of the URL in the header Host',
);

declare module 'node:net' {
  interface Socket {
    /** A body streams that may take longer than a request. */
    bodyStreams?: boolean;
  }
}

/** Answers bytes that are no request, or only a part of one in the time for the whole. */
export function answerMalformedHttp({ code }: { code: string }, socket: Socket): void {
  if (code === 'ECONNRESET') return void socket.destroy();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bodyStreams) return;
  const refusal = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow : notHttp;
  endConnection(socket, brokenStatus[code] ?? '400 Bad Request', refusal);
}

/** Refuses requests without a `Host`, and those that expect what the server cannot do. */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    endConnection(socket, '417 Expectation Failed', unknownExpectation),
  );
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion === '1.0') return done();
    reply.hijack();
    endConnection(raw.socket, '400 Bad Request', withoutHost);
  });
}
