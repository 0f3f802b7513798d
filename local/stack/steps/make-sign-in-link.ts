/**
 * Prints a link that signs in the first admin, once:
 * `node local/stack/steps/make-sign-in-link.ts BASEURL TOKENFILE`.
 */
import { readFileSync } from 'node:fs';

const [, , baseUrl = '', tokenFile = ''] = process.argv;
const ANSWER_MAX_MS = 10_000;

const answer = await fetch(`${baseUrl}/api/auth/sign-in-links`, {
  method: 'POST',
  headers: {
    authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`,
    'content-type': 'application/json',
  },
  body: '{}',
  signal: AbortSignal.timeout(ANSWER_MAX_MS),
});
if (!answer.ok) throw new Error(`The gateway answered ${answer.status}: ${await answer.text()}`);
const { url } = (await answer.json()) as { url: string };
process.stdout.write(url);
