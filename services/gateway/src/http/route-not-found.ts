/** A path that does not exist, with the routes that are like it. */
import { Refusal } from '@muster/contracts';
import { similarRoutes } from './similar/similar-routes.ts';

export function routeNotFound({ method, url }: { method: string; url: string }): Refusal {
  const didYouMean = similarRoutes(method, url);
  if (didYouMean.length === 0) return new Refusal('route_not_found');
  const hint = `did you mean ${didYouMean.join(', or ')}? GET /api/openapi.json lists the paths`;
  return new Refusal('route_not_found', { didYouMean }, hint);
}

/** A slash at the end is an empty parameter, which names nothing; alone it is a path. */
export const endsInSlash = (url: string): boolean => /.\/(?:\?|$)/.test(url);
