/**
 * The repository from which the checkouts of an agent are made, where it is cloned and not a folder of
 * the machine: `repositories/<name>` in the agent's home, with the commits at which checkouts began.
 *
 * The runner speaks with the server, and git unpacks in the agent's sandbox what came, as the agent. So
 * git knows neither address nor credential, and starts nothing that could connect.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { EgressError, type Egress } from '@muster/egress';
import type { Outcome, Worktree } from '@muster/runner-protocol';
import { notStarted } from '../../outcome.ts';
import { GIT } from '../git.ts';
import { look, LookFailed, LookTimedOut, type Eyes } from '../look.ts';
import {
  fetchPack,
  findCommit,
  PACK_MAX_BYTES,
  RefUnknown,
  TooLarge,
  Unauthorized,
  type Advertised,
  type Pack,
  type Repository,
} from './git-server.ts';
import { ProtocolError } from './pkt-line.ts';

/** For all of it; a run that is started waits for it. */
const CLONE_TIMEOUT_MS = 240_000;
/** Of the files of one commit when they are unpacked. */
const FILES_MAX_BYTES = 4_294_967_296;
/** Commits that a server is told of, so that it sends less. */
const KNOWN_MAX = 20;
const EXIT_TOO_LARGE = 46;

/** The configuration is made anew: the agent can write to it. */
const ENTER = `
set -eu
umask 077
enter() {
  mkdir -p -- "$1/repositories/$2"
  cd -P -- "$1/repositories/$2"
  [ "$(pwd -P)" = "$(cd -P -- "$1" && pwd -P)/repositories/$2" ]
  rm -rf -- ./.git/config ./.git/config.worktree ./.git/hooks ./.git/objects/info/alternates ./.git/shallow.lock
  git init -q --template= .
}`;

/** Arguments: home, repository, checkout. Prints whether the checkout is there, or the known commits. */
const LOOK = `${GIT}${ENTER}
[ ! -d "$1/worktrees/$3/.git" ] || [ ! -d "$1/repositories/$2/.git" ] || { printf 'made\\0'; exit; }
enter "$1" "$2"
printf 'new\\0'
git for-each-ref '--format=%(refname:lstrip=2)' --sort=-refname --count=${KNOWN_MAX} refs/began |
  while IFS= read -r sha; do printf '%s\\0' "$sha"; done`;

/**
 * Arguments: home, repository, commit, branch, most bytes of files, `pack` or `none`, shallow commits. The
 * pack is standard input.
 */
const UNPACK = `${GIT}${ENTER}
enter "$1" "$2"
commit=$3 branch=$4 most=$5 what=$6
shift 6
[ "$what" = none ] || git index-pack --stdin --max-input-size=${PACK_MAX_BYTES} >/dev/null
for sha do
  grep -qxFse "$sha" ./.git/shallow || printf '%s\\n' "$sha" >>./.git/shallow
done
began=$(git rev-parse -q --verify "$commit^{commit}")
git ls-tree -r -l --full-tree "$began" |
  awk -v most="$most" '{ sum += $4 } END { exit (sum > most) }' || exit ${EXIT_TOO_LARGE}
git update-ref "refs/began/$began" "$began"
git update-ref --no-deref HEAD "$began"
[ -z "$branch" ] || git update-ref "refs/heads/$branch" "$began"`;

export interface Source {
  /** Absolute. */
  readonly folder: string;
  /** At which a new checkout begins; null where the checkout is there already. */
  readonly commit: string | null;
}

/** The repository in the agent's home, fetched unless its checkout is there already; or why there is none. */
export async function cloneSource(
  eyes: Eyes,
  egress: Egress,
  { name, ref, repository }: Worktree & { readonly repository: Repository },
): Promise<Source | Outcome> {
  const { home } = eyes.folders;
  const key = createHash('sha256').update(repository.url).digest('hex').slice(0, 16);
  const timeout = AbortSignal.timeout(CLONE_TIMEOUT_MS);
  const signal = eyes.signal ? AbortSignal.any([eyes.signal, timeout]) : timeout;
  const git = (script: string, args: readonly string[], stdin?: Pack['bytes']) =>
    look(
      { ...eyes, signal },
      {
        script,
        args: [home, key, ...args],
        path: process.env['PATH'] ?? '',
        cwd: home,
        shown: [],
        timeoutMs: CLONE_TIMEOUT_MS,
        ...(stdin && { stdin }),
      },
    );
  const folder = join(home, 'repositories', key);
  try {
    const [state, ...known] = await git(LOOK, [name]);
    if (state === 'made') return { folder, commit: null };
    const asking = { egress, signal };
    const found = await findCommit(asking, repository, ref);
    const pack = known.includes(found.commit)
      ? undefined
      : await fetchPack(asking, repository, found, known);
    await git(UNPACK, unpackArgs(found, pack), pack?.bytes);
    return { folder, commit: found.commit };
  } catch (error) {
    if (eyes.signal?.aborted) throw error;
    return outcomeOf(error, timeout);
  }
}

const unpackArgs = ({ commit, branch }: Advertised, pack: Pack | undefined): string[] => [
  commit,
  branch,
  String(FILES_MAX_BYTES),
  ...(pack ? ['pack', ...pack.shallow] : ['none']),
];

function outcomeOf(error: unknown, timeout: AbortSignal): Outcome {
  if (timeout.aborted || error instanceof LookTimedOut) {
    return failed(`The clone took longer than ${CLONE_TIMEOUT_MS / 1_000} s`);
  }
  if (error instanceof RefUnknown) {
    return notStarted('worktree_ref_unknown', 'The repository has no such branch, tag or commit');
  }
  if (error instanceof Unauthorized) {
    return notStarted(
      'repository_refused',
      'The server does not let the agent read the repository',
    );
  }
  if (error instanceof EgressError) {
    return ADDRESS_CODES.has(error.code)
      ? notStarted('repository_not_allowed', error.message)
      : failed(error.message);
  }
  if (error instanceof ProtocolError) return failed(error.message);
  if (error instanceof TooLarge || isTooLarge(error)) {
    return failed('The repository is too large: 512 MB packed and 4 GB of files at most');
  }
  if (!(error instanceof LookFailed)) throw error;
  const lastLine = error.stderr.trim().split('\n').at(-1)?.slice(0, 300);
  return failed(`Git could not unpack it: ${lastLine || error.exitCode}`);
}

const ADDRESS_CODES: ReadonlySet<string> = new Set([
  'egress_invalid_url',
  'egress_plain_http',
  'egress_not_allowed',
]);

const isTooLarge = (error: unknown): boolean =>
  error instanceof LookFailed && error.exitCode === EXIT_TOO_LARGE;

const failed = (error: string): Outcome => notStarted('repository_failed', error);
