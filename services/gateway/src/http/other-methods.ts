/** A path that exists, asked with a method that it does not have: 405, and which it has. */
import { Refusal } from '@muster/contracts';
import type { FastifyInstance } from 'fastify';
import type { Door } from './door.ts';
import { answerError } from './problem.ts';
import { beginExchange } from './exchange.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Notes what is routed from now on; the function it returns adds the rest. */
export function noteMethods(app: FastifyInstance, door: Door): () => void {
  const noted = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = noted.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    noted.set(url, methods);
  });
  return () => {
    const known = [...noted].map(([url, methods]) => [url, new Set(methods)] as const);
    for (const [url] of known) {
      // `/agents/me` is found as `/agents/:agentId` too, and may not hide what that one has.
      const allowed = known.filter(([other]) => covers(other, url))
        .flatMap(([, methods]) => [...methods]);
      addRefusal(app, door, url, METHODS.filter((method) => allowed.includes(method)));
    }
  };
}

function addRefusal(
  app: FastifyInstance,
  door: Door,
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
      answerError(door, new Refusal('method_not_allowed'), request, reply);
    },
    handler: () => undefined,
  });
}

/** Whether whatever is found at the one path could be found at the other. */
function covers(general: string, special: string): boolean {
  const [ours, theirs] = [general.split('/'), special.split('/')];
  return ours.length === theirs.length &&
    ours.every((segment, index) => segment.startsWith(':') || segment === theirs[index]);
}
