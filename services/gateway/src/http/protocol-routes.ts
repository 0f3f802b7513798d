/** Routes that a standard defines: their errors have its form, where they are not those of HTTP itself. */
import { Refusal } from '@muster/contracts';
import { withSpan } from '@muster/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OauthFault } from '../identity/oauth/domain/oauth-fault.ts';
import type { ProtocolAnswer, ProtocolRoute } from '../upstream/protocol-route.ts';
import { sendAnswer } from './answer/send-answer.ts';
import type { GatewayContext } from './context.ts';
import { beginPublicExchange } from './exchange.ts';
import { baseUrlOf } from './request/base-url.ts';

/** More than a program has to say of itself. */
const BODY_MAX_BYTES = 32_768;
const FIELD = 'form';

export function addProtocolRoutes(
  app: FastifyInstance,
  context: GatewayContext,
  routes: readonly ProtocolRoute[],
): void {
  for (const { name, method, path, answer } of routes) {
    // Who reads how to sign in is led to a page.
    if (method === 'GET' && !context.signsProgramsIn) continue;
    app.route({
      method,
      url: path,
      config: { bodyIn: FIELD },
      bodyLimit: BODY_MAX_BYTES,
      onRequest: (request, _, done) => {
        beginPublicExchange(request, name);
        done();
      },
      handler: async (request, reply) => {
        await withSpan(request.exchange?.span, () => answerOne(context, answer, request, reply));
        return reply;
      },
    });
  }
}

async function answerOne(
  context: GatewayContext,
  answer: ProtocolRoute['answer'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { [FIELD]: body = '' } = (request.body ?? {}) as { [FIELD]?: string };
  const { headers } = request.raw;
  const baseUrl = baseUrlOf(context.publicUrl, request);
  const asked = { body, headers, address: request.ip, baseUrl };
  const { status, body: said, ...named } = await answer(asked).catch(asFault);
  sendAnswer(context, request, reply, { status, body: JSON.stringify(said), ...named });
}

function asFault(error: unknown): ProtocolAnswer & { headers?: Record<string, string> } {
  if (error instanceof OauthFault) {
    const body = { error: error.error, error_description: error.message };
    return { status: error.status, body };
  }
  if (!(error instanceof Refusal) || error.code !== 'rate_limited') throw error;
  const { retryAfterSeconds = 1 } = (error.details ?? {}) as { retryAfterSeconds?: number };
  return {
    status: 429,
    body: { error: 'temporarily_unavailable', error_description: 'too many from this address' },
    headers: { 'retry-after': String(retryAfterSeconds) },
  };
}
