/**
 * Protects cookies against cross-site requests. Browsers attach cookies to requests of any site, so
 * a cookie alone authorizes no change: `Origin` or `Sec-Fetch-Site`, which pages cannot set, must
 * name this installation, and the body must be JSON, which needs a CORS preflight (decision 18).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@muster/contracts';

export interface Origins {
  /** Refuses a change with a session cookie that another site may have sent. */
  requireOwnOriginForChange(method: string, headers: IncomingHttpHeaders): void;
  /** Refuses a request without a credential if its headers name another site. */
  requireOwnOriginIfGiven(headers: IncomingHttpHeaders): void;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

export function originsOf(publicUrl: string | undefined, trusted: string): Origins {
  const known = new Set(
    [publicUrl ?? '', ...trusted.split(',')]
      .map((url) => url.trim())
      .filter((url) => URL.canParse(url))
      .map((url) => new URL(url).origin),
  );
  const isOurs = (origin: string, host: string | undefined): boolean => {
    if (known.has(origin)) return true;
    // Without a public URL the installation's address is the one that the client used.
    return publicUrl === undefined && URL.canParse(origin) && new URL(origin).host === host;
  };
  const isForeign = ({ origin, host, ...headers }: IncomingHttpHeaders): boolean | undefined => {
    if (origin !== undefined) return !isOurs(origin, host);
    const site = headers['sec-fetch-site'];
    return site === undefined ? undefined : site !== 'same-origin';
  };
  return {
    requireOwnOriginForChange(method, headers) {
      if (SAFE_METHODS.has(method)) return;
      // A request that names no origin may come from any site.
      if (isForeign(headers) ?? true) throw foreign(headers);
      if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw new Refusal('json_required');
    },
    requireOwnOriginIfGiven(headers) {
      if (isForeign(headers)) throw foreign(headers);
    },
  };
}

const foreign = ({ origin }: IncomingHttpHeaders): Refusal =>
  new Refusal('foreign_origin', { origin: origin?.slice(0, 300) ?? null });
