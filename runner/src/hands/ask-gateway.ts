/** Whether the gateway answers from where an agent runs: as its user, in its network and sandbox. */
import type { Findings, Inspection } from '@muster/runner-protocol';
import { capture } from './capture.ts';
import type { Eyes } from './look.ts';

const PATHS = ['/api/health', '/mcp'] as const;
/** For each of them. */
const ASK_SECONDS = 5;
const ANSWERS_MAX_BYTES = 1_024;

/** The statuses of the answers; 0 where there is none. Redirects are answers. */
const FETCH = `
const ask = (url) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(${ASK_SECONDS * 1_000}) })
    .then(({ status }) => status, () => 0);
Promise.all(process.argv.slice(1).map(ask)).then((all) => {
  process.stdout.write(all.join(" "));
  process.exit(0);
});`;

/**
 * Arguments: the runner's own Node, which the user of an agent may not be able to use, a script for
 * it, and the addresses. Prints nothing where there is nothing to ask with.
 */
const ASK = `
node=$1 script=$2; shift 2
[ -x "$node" ] && exec "$node" -e "$script" -- "$@"
command -v curl >/dev/null || exit 0
for url do
  curl -qs -o /dev/null -w '%{http_code} ' --max-time ${ASK_SECONDS} -- "$url" || :
done`;

export async function askGateway(
  { isolation, folders }: Eyes,
  { apiUrl }: Pick<Inspection, 'apiUrl'>,
  signal: AbortSignal,
): Promise<Pick<Findings, 'health' | 'mcp'>> {
  const addresses = PATHS.map((path) => `${apiUrl}${path}`);
  const command = ['/bin/sh', '-c', ASK, 'ask', process.execPath, FETCH, ...addresses] as const;
  const wrapped = isolation.wrap(folders, {
    command: [...command],
    cwd: folders.workspace,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const { stdout } = await capture(wrapped, { signal, maxBytes: ANSWERS_MAX_BYTES });
  const [health, mcp] = stdout.split(' ').filter(Boolean).map(statusIn);
  return { health: health ?? null, mcp: mcp ?? null };
}

/** The program that prints it is not the runner's where it is curl. */
function statusIn(text: string): number | null {
  const status = Number(text);
  return Number.isInteger(status) && status >= 0 && status <= 999 ? status : null;
}
