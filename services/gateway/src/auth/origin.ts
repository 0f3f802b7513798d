/**
 * A browser sends cookies whoever asked it to, so a cookie alone changes nothing: the request has
 * to come from a page of this installation, which a browser says in headers that no page can set,
 * and in a form that no other site's page can send unasked (decision 18).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@muster/contracts';

export interface Origins {
  /** Refuses a request with a session's cookie that another site may have made. */
  refuseForeignChange(method: string, headers: IncomingHttpHeaders): void;
  /** Refuses a page of another site that asks without any credential. */
  refuseForeignPage(headers: IncomingHttpHeaders): void;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

export function originsOf(publicUrl: string | undefined, trusted: string): Origins {
  const known = new Set([publicUrl ?? '', ...trusted.split(',')]
    .map((url) => url.trim()).filter((url) => URL.canParse(url)).map((url) => new URL(url).origin));
  const isOurs = (origin: string, host: string | undefined): boolean => {
    if (known.has(origin)) return true;
    // Whoever does not say where it is reached is reached where the client says it is.
    return publicUrl === undefined && URL.canParse(origin) && new URL(origin).host === host;
  };
  const isForeign = ({ origin, host, ...headers }: IncomingHttpHeaders): boolean | undefined => {
    if (origin !== undefined) return !isOurs(origin, host);
    const site = headers['sec-fetch-site'];
    return site === undefined ? undefined : site !== 'same-origin';
  };
  return {
    refuseForeignChange(method, headers) {
      if (SAFE_METHODS.has(method)) return;
      // Without a word about where it comes from it may come from anywhere.
      if (isForeign(headers) ?? true) throw foreign(headers);
      if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new Refusal('json_required');
    },
    refuseForeignPage(headers) {
      if (isForeign(headers)) throw foreign(headers);
    },
  };
}

const foreign = ({ origin }: IncomingHttpHeaders): Refusal =>
  new Refusal('foreign_origin', { origin: origin?.slice(0, 300) ?? null });
