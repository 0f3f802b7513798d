/** The operator's proxy for outgoing requests, and which of them go through it. */
import { bypassesOf, type Bypasses } from './no-proxy.ts';

export interface Proxy {
  readonly url: URL;
  /** Of the proxy, from the credentials in its URL; a secret. */
  readonly authorization: string | undefined;
  readonly bypasses: Bypasses;
  /** True: the proxy gets names, and what they resolve to is its own to check. */
  readonly resolvesNames: boolean;
}

export interface ProxySettings {
  readonly HTTPS_PROXY?: string | undefined;
  readonly NO_PROXY: string;
  readonly MUSTER_EGRESS_PROXY_RESOLVES: 'true' | 'false';
}

export function proxyOf(settings: ProxySettings): Proxy | undefined {
  const { HTTPS_PROXY, NO_PROXY, MUSTER_EGRESS_PROXY_RESOLVES } = settings;
  if (HTTPS_PROXY === undefined || HTTPS_PROXY === '') return undefined;
  const url = new URL(HTTPS_PROXY);
  return {
    url,
    authorization: authorizationOf(url),
    bypasses: bypassesOf(NO_PROXY),
    resolvesNames: MUSTER_EGRESS_PROXY_RESOLVES === 'true',
  };
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

/** A proxy by http or https, with credentials or without, and nothing after its port. */
export function isProxyUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/?$/.test(url.pathname)) return false;
  if (url.search !== '' || url.hash !== '') return false;
  try {
    authorizationOf(url);
    return true;
  } catch {
    // A percent sign that begins no escape.
    return false;
  }
}
