/**
 * Page loads: a browser that navigates gets HTML wherever no operation, text or document has the path, and
 * any other client gets what it got before. The documents hold no data of a company, so none of them needs a
 * credential; the page asks the API.
 */
import { Refusal } from '@muster/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { navigates } from '../upstream/navigation.ts';
import { isKnown } from './answer/entity-tag.ts';
import { sendAnswer } from './answer/send-answer.ts';
import { sendError } from './answer/send-problem.ts';
import type { CurrentBoard } from '../board-files.ts';
import type { GatewayContext } from './context.ts';
import { beginExchange } from './exchange.ts';
import { documentHeaders, plainPage } from './page-documents.ts';

/** Where a path is never a page. */
const OTHERS = /^\/(?:api|llms|docs|mcp|assets|\.well-known)(?:\/|$)/;
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const VARY = 'Accept, Sec-Fetch-Mode';
const RETRY_SECONDS = 1;

export type ServePage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Answers a request that no route has, if it loads a page; false if it does not. */
export function openBoardPages(
  context: GatewayContext,
  board: CurrentBoard | undefined,
): ServePage {
  if (!board) return () => false;
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (!SAFE_METHODS.has(request.method) || OTHERS.test(path)) return false;
    reply.header('vary', VARY);
    if (!navigates(request.raw.headers)) return false;
    beginExchange(request, 'getBoardPage');
    answerPage(context, board, path, request, reply);
    return true;
  };
}

function answerPage(
  context: GatewayContext,
  board: CurrentBoard,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { origins, publicUrl } = context;
  const send = (status: number, body: Buffer | string, headers: Record<string, string> = {}) =>
    sendAnswer(context, request, reply, {
      status,
      body,
      // A build that is not there yet is no outage: the API answers.
      ...(status === 503 ? { counts: 'refused' as const } : {}),
      headers: { ...documentHeaders(publicUrl), ...headers },
    });
  const publicAddress = origins.publicAddressFor(request.raw.headers);
  if (publicAddress !== undefined) {
    return send(307, '', { location: `${publicAddress}${request.url}` });
  }
  if (!isOwnHost(context, request)) return send(421, plainPage('misdirected'));
  const files = board();
  if (!files) return send(503, plainPage('building'), { 'retry-after': String(RETRY_SECONDS) });
  const page = files.page(path);
  if (!page) return send(404, plainPage('missing'));
  const headers = { etag: page.etag, 'cache-control': 'no-cache' };
  const ifNoneMatch = request.raw.headers['if-none-match'];
  if (isKnown(ifNoneMatch, page.etag)) return send(304, '', headers);
  return send(200, page.bytes, headers);
}

function isOwnHost({ origins }: GatewayContext, { raw }: FastifyRequest): boolean {
  try {
    origins.requireOwnHost(raw.headers);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Files of the board by their hashed names. A missing one is no page, and is not kept by caches. */
export function addBoardAssets(
  app: FastifyInstance,
  context: GatewayContext,
  board: CurrentBoard,
): void {
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    beginExchange(request, 'getBoardAsset');
    const encodings = request.raw.headers['accept-encoding'];
    const asset = board()?.asset(request.params.name, encodings ?? '');
    if (!asset) return sendError(context, new Refusal('route_not_found'), request, reply);
    return sendAnswer(context, request, reply, {
      status: 200,
      body: asset.bytes,
      headers: {
        'content-type': asset.type,
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
        vary: 'Accept-Encoding',
        ...(asset.encoding === undefined ? {} : { 'content-encoding': asset.encoding }),
      },
    });
  });
}
