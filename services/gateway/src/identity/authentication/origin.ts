/**
 * Protects sessions against pages of others. Browsers attach cookies to requests of any site, and to those
 * of any port of a host, so a cookie alone authorizes no change: `Origin` or `Sec-Fetch-Site`, which pages
 * cannot set, must name this installation, and the body must be JSON, which needs a CORS preflight. A read is refused where the browser says that another page makes it, and sessions exist
 * only under the names of this installation (decision 18).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@muster/contracts';
import { hostnameOf, isLoopback, isLoopbackOrAddress } from './host-name.ts';

export interface Origins {
  /** Refuses a request for a session, a sign-in or a page under a name that is not ours. */
  requireOwnHost(headers: IncomingHttpHeaders): void;
  /** The public address, if a browser that used another name of the loopback belongs there. */
  publicAddressFor(headers: IncomingHttpHeaders): string | undefined;
  /** Refuses a request with a session cookie that the page of another origin may have sent. */
  requireOwnPage(method: string, headers: IncomingHttpHeaders): void;
  /** Refuses a request without a credential if its headers name another site. */
  requireOwnOriginIfGiven(headers: IncomingHttpHeaders): void;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A page of another origin sends them only after a browser has asked here, and was not allowed to. */
const PREFLIGHTED_TYPE = /^application\/(?:json|octet-stream)\s*(?:;|$)/i;

export function originsOf(publicUrl: string | undefined, trusted: string): Origins {
  const urls = [publicUrl ?? '', ...trusted.split(',')]
    .map((url) => url.trim())
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url));
  const known = new Set(urls.map(({ origin }) => origin));
  const names = new Set(urls.map(({ hostname }) => hostname));
  const isOwnName = (name: string): boolean =>
    names.has(name) || (publicUrl === undefined && isLoopbackOrAddress(name));
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
    requireOwnHost({ host }) {
      const name = hostnameOf(host);
      if (name === undefined || !isOwnName(name)) throw misdirected(host);
    },
    publicAddressFor({ host }) {
      const name = hostnameOf(host);
      if (publicUrl === undefined || name === undefined || isOwnName(name)) return undefined;
      return isLoopback(name) ? new URL(publicUrl).origin : undefined;
    },
    requireOwnPage(method, headers) {
      const isRead = SAFE_METHODS.has(method);
      const site = headers['sec-fetch-site'] ?? 'same-origin';
      // `none` is what a person types, which changes nothing.
      if (site !== 'same-origin' && !(isRead && site === 'none')) throw foreign(headers);
      if (isRead) return;
      // A request that names no origin may come from any site.
      if (isForeign(headers) ?? true) throw foreign(headers);
      if (!PREFLIGHTED_TYPE.test(headers['content-type'] ?? '')) throw new Refusal('json_required');
    },
    requireOwnOriginIfGiven(headers) {
      if (isForeign(headers)) throw foreign(headers);
    },
  };
}

const foreign = ({ origin }: IncomingHttpHeaders): Refusal =>
  new Refusal('foreign_origin', { origin: origin?.slice(0, 300) ?? null });

const misdirected = (host: string | undefined): Refusal =>
  new Refusal('misdirected_request', { host: host?.slice(0, 300) ?? null });
