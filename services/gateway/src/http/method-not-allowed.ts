/** Answers 405 with `Allow` when a path exists but does not have the request's method. */
import { Refusal } from '@muster/contracts';
import type { FastifyInstance } from 'fastify';
import type { GatewayContext } from './context.ts';
import { beginExchange } from './exchange.ts';
import { sendError } from './answer/send-problem.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Collects the routes added from now on; the returned function refuses their other methods. */
export function collectMethods(app: FastifyInstance, context: GatewayContext): () => void {
  const collected = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = collected.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    collected.set(url, methods);
  });
  return () => {
    const known = [...collected].map(([url, methods]) => [url, new Set(methods)] as const);
    for (const [url] of known) {
      // `/agents/me` also matches `/agents/:agentId`, so it allows that route's methods as well.
      const allowed = known
        .filter(([other]) => covers(other, url))
        .flatMap(([, methods]) => [...methods]);
      addRefusal(
        app,
        context,
        url,
        METHODS.filter((method) => allowed.includes(method)),
      );
    }
  };
}

function addRefusal(
  app: FastifyInstance,
  context: GatewayContext,
  url: string,
  allowed: readonly string[],
): void {
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    exposeHeadRoute: false,
    onRequest: (request, reply) => {
      beginExchange(request, 'none');
      reply.header('allow', allowed.join(', '));
      sendError(context, refusalOf(request.method, url, allowed), request, reply);
    },
    handler: () => undefined,
  });
}

/** PUT is what clients send that know PATCH by another name. */
function refusalOf(method: string, url: string, allowed: readonly string[]): Refusal {
  const offered = allowed.filter((each) => each !== 'HEAD');
  const meant = method === 'PUT' && offered.includes('PATCH') ? ['PATCH'] : offered;
  const didYouMean = meant.map((each) => `${each} ${url}`);
  return new Refusal(
    'method_not_allowed',
    { didYouMean },
    `did you mean ${didYouMean.join(', or ')}? The header Allow lists the methods of this path`,
  );
}

/** Whether every path that matches `special` also matches `general`. */
function covers(general: string, special: string): boolean {
  const [ours, theirs] = [general.split('/'), special.split('/')];
  return (
    ours.length === theirs.length &&
    ours.every((segment, index) => segment.startsWith(':') || segment === theirs[index])
  );
}
