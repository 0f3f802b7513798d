/**
 * Signs in on a page of the board (RFC 8628): the program shows a code, its person types it there and says how far
 * the token may go. The token is for the installation that was named, and is asked for there only.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Ended } from '../exit-code.ts';

const CLIENT_ID = 'muster';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** What the standard adds to the interval of a program that was told to ask less often. */
const SLOWER_SECONDS = 5;
const ANSWER_MS = 30_000;

type Fields = Readonly<Record<string, unknown>>;

/** Shows where to go and which code to type; answers with the token. */
export async function signInByDevice(url: string, show: (text: string) => void): Promise<string> {
  const { server, resource } = await serverOf(url);
  const begun = await answered(`${server}/oauth/device_authorization`, {
    client_id: CLIENT_ID,
    resource,
  });
  const { device_code, user_code, verification_uri, interval = SLOWER_SECONDS } = begun;
  if (typeof device_code !== 'string') throw new Ended('failed', String(begun['error']));
  show(`Open ${String(verification_uri)} and type the code ${String(user_code)}`);
  const grant = { grant_type: GRANT, client_id: CLIENT_ID, device_code };
  return poll(`${server}/oauth/token`, grant, Number(interval));
}

/** An installation has one public address; the token would not be sent to another one. */
async function serverOf(url: string): Promise<{ server: string; resource: string }> {
  const { resource, authorization_servers: servers } = await answered(
    `${url}/.well-known/oauth-protected-resource/api`,
  );
  const [server] = Array.isArray(servers) ? (servers as unknown[]) : [];
  if (typeof server !== 'string' || typeof resource !== 'string') {
    throw new Ended('notFound', `${url} offers no sign-in on a page`, 'log in with a token');
  }
  if (server !== url) {
    throw new Ended('usage', `${url} is not the public address`, `log in with --url ${server}`);
  }
  return { server, resource };
}

async function poll(
  endpoint: string,
  grant: Readonly<Record<string, string>>,
  first: number,
): Promise<string> {
  for (let seconds = first; ;) {
    await pause(seconds * 1_000);
    const { access_token, error } = await answered(endpoint, grant);
    if (typeof access_token === 'string') return access_token;
    if (error === 'slow_down') seconds += SLOWER_SECONDS;
    else if (error === 'access_denied') throw new Ended('notAllowed', 'You have refused');
    else if (error !== 'authorization_pending') {
      throw new Ended('notAllowed', 'The code was not typed in time', 'log in again');
    }
  }
}

/** An answer of any status: the standard says its refusals in the body. */
async function answered(address: string, form?: Readonly<Record<string, string>>): Promise<Fields> {
  try {
    const response = await fetch(address, {
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return Object(await response.json()) as Fields;
  } catch {
    throw new Ended('later', `${new URL(address).origin} does not answer as Muster does`);
  }
}
