/** Which credential a git server gets: the one for the longest beginning of the repository's address. */
import { CliCredentials } from '@muster/contracts';

/** Servers take any name beside a token, but not an empty one. */
const NAME_OF_TOKEN = 'x-access-token';

/**
 * The header, or undefined where the agent has no credential for the address. A beginning ends at a slash,
 * so that `https://git.example.com` is none of `https://git.example.com.evil.test/`.
 */
export function authorizationFor(
  url: string,
  config: Readonly<Record<string, unknown>>,
): string | undefined {
  const credentials = CliCredentials.parse(config['repoCredentials']);
  const [found] = Object.entries(credentials)
    .filter(([beginning]) => isBelow(url, beginning))
    .toSorted(([a], [b]) => b.length - a.length);
  if (!found || found[1] === '') return undefined;
  const [, secret] = found;
  const pair = secret.includes(':') ? secret : `${NAME_OF_TOKEN}:${secret}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function isBelow(text: string, beginning: string): boolean {
  const [url, above] = [URL.parse(text), URL.parse(beginning)];
  if (!url || !above || url.origin !== above.origin) return false;
  const folder = above.pathname.replace(/\/*$/, '/');
  return `${url.pathname}/`.startsWith(folder);
}
