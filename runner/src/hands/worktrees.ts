/**
 * Checkouts of an agent, one for each issue, made from a repository that the agent need not be able to
 * change. Each is a repository of its own with copies of all objects: nothing is written to the
 * source, and what is cleaned up there breaks no checkout.
 *
 * The source is hostile. No configuration, hook or attribute driver of it is read by git: its refs and
 * objects are seen through a repository without any, and the only configuration of a new checkout is
 * what git writes itself. Git runs as the agent, reads no configuration but that, asks nothing, and
 * may use no transport, so that it fetches nothing either.
 */
import { WORKTREES_MAX, type Outcome, type Worktree } from '@muster/runner-protocol';
import { notStarted } from '../outcome.ts';
import { FIND_REPOSITORY } from './find-repository.ts';
import { GIT } from './git.ts';
import { look, LookFailed, LookTimedOut, type Eyes } from './look.ts';
import { explainFolder } from './resolve-paths.ts';

/** A repository of some gigabytes on a busy machine. */
const MAKE_TIMEOUT_MS = 300_000;
const REASON_MAX = 300;
/** Branches of the source that a checkout knows as those of its origin. */
const BRANCHES_MAX = 1_000;
/** Of the list of commits without their parents, some ten thousand of them. */
const SHALLOW_MAX_BYTES = 1_048_576;

/** Names of branches, tags and commits; no options, and no expressions that search. */
const REF = /^(?!.*\.\.)\w[\w./+@-]*$/;

/** Exit codes of the script. */
const FAILURES: Readonly<Record<number, readonly [code: string, error: string]>> = {
  41: ['worktree_no_repository', 'adapterConfig.cwd is in no git repository'],
  42: ['worktree_ref_unknown', 'The repository has no such commit'],
  43: ['worktrees_full', `The agent has ${WORKTREES_MAX} checkouts already`],
  44: ['worktree_failed', 'Git is not installed on the runner'],
};

/**
 * \`view <new folder>\`: a repository with the refs and objects of the source and nothing else of it.
 * The format of its hashes is the one setting that it needs.
 */
const VIEW = `
format() {
  [ -f "$common_dir/config" ] || return 0
  git config --file "$common_dir/config" --no-includes --get extensions.objectformat || :
}
view() {
  mkdir -- "$1"
  head -c 4096 -- "$git_dir/HEAD" >"$1/HEAD"
  ln -s -- "$common_dir/objects" "$1/objects"
  ln -s -- "$common_dir/refs" "$1/refs"
  [ ! -f "$common_dir/packed-refs" ] || ln -s -- "$common_dir/packed-refs" "$1/packed-refs"
  [ ! -f "$common_dir/shallow" ] || ln -s -- "$common_dir/shallow" "$1/shallow"
  printf '[core]\\n\\trepositoryformatversion = 1\\n\\tbare = true\\n' >"$1/config"
  [ -z "$hashes" ] || printf '[extensions]\\n\\tobjectformat = %s\\n' "$hashes" >>"$1/config"
}`;

/**
 * Nothing is lost with it: no changes, nothing stashed, and all commits are the source's as well.
 * `make_plain` makes the configuration of a checkout anew, so that git starts nothing that an earlier run has
 * named there; hooks go with it.
 */
const REMOVE_ENDED = `
is_merged() {
  for tip in $(git -C "$1" for-each-ref '--format=%(objectname)' refs/heads) $(git -C "$1" rev-parse -q --verify HEAD); do
    [ -z "$(git --git-dir="$seen" rev-list -n 1 "$tip" --not --all HEAD 2>&1 || echo unknown)" ] || return 1
  done
}
make_plain() {
  hashes=$(git config --file ./.git/config --no-includes --get extensions.objectformat || :)
  [ "$hashes" = sha256 ] || hashes=
  rm -rf -- ./.git/config ./.git/config.worktree ./.git/hooks
  git init -q --template= \${hashes:+"--object-format=$hashes"} .
}
is_clean() {
  (cd -P -- "$1" && make_plain) || return 1
  changed=$(git -C "$1" status --porcelain --untracked-files=normal 2>&1 | head -c 1) || return 1
  [ -z "$changed" ] && ! git -C "$1" rev-parse -q --verify refs/stash >/dev/null && is_merged "$1"
}
remove_ended() {
  for ended do
    [ -d "./$ended/.git" ] && [ ! -L "./$ended" ] || continue
    ! is_clean "./$ended" || rm -rf -- "./$ended"
  done
}`;

/** Lines of standard input: name and address of the agent, and what git leaves out in the folder to work in. */
const SETTLE = `
settle() {
  IFS= read -r author && IFS= read -r address || return 0
  make_plain
  git config remote.origin.url "$origin"
  git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'
  git config user.name "$author"
  git config user.email "$address"
  mkdir -p ./.git/info
  while IFS= read -r mask; do
    grep -qxFs -- "$below/$mask" ./.git/info/exclude || printf '%s\\n' "$below/$mask" >>./.git/info/exclude
  done
}`;

/**
 * Arguments: home, source, name, branch, ref, the address of the origin or nothing, the most checkouts, and
 * those that have ended. Prints
 * the folder to work in, the commit at which the branch begins in the run, and the folder of git.
 */
const MAKE = `${FIND_REPOSITORY}${GIT}${VIEW}${REMOVE_ENDED}${SETTLE}
set -eu
umask 077
home=$(cd -P -- "$1" && pwd -P) source=$(cd -P -- "$2" && pwd -P) name=$3 branch=$4 ref=$5 origin=$6 most=$7
shift 7
find_repository "$source"
[ -n "$top" ] || exit 41
[ -n "$origin" ] || origin=$top
has_source() { [ -n "$common_dir" ] && [ -d "$common_dir/objects" ] && [ -f "$git_dir/HEAD" ]; }
command -v git >/dev/null || exit 44
below=\${source#"$top"}
hashes=$(format)
[ "$hashes" = sha256 ] || hashes=
cd -P -- "$home"
if [ -L ./worktrees ] || [ ! -d ./worktrees ]; then rm -f ./worktrees; mkdir ./worktrees; fi
cd -P ./worktrees
[ "$(pwd -P)" = "$home/worktrees" ]
rm -rf ./.new ./.seen
seen=./.seen
if has_source; then
  view "$seen"
  remove_ended "$@"
fi
if [ -L "./$name" ]; then rm -f "./$name"; fi
if [ ! -d "./$name/.git" ]; then
  has_source || exit 41
  set -- ./*/
  if [ $# -ge "$most" ] && [ -d "$1" ]; then exit 43; fi
  commit=$(git --git-dir="$seen" rev-parse -q --verify --end-of-options "$ref^{commit}") || exit 42
  git init -q --template= --initial-branch=made \${hashes:+"--object-format=$hashes"} ./.new
  mkdir -p ./.new/.git/objects/info
  printf '%s\\n' "$common_dir/objects" >./.new/.git/objects/info/alternates
  [ ! -f "$common_dir/shallow" ] || head -c ${SHALLOW_MAX_BYTES} -- "$common_dir/shallow" >./.new/.git/shallow
  git --git-dir="$seen" for-each-ref --count=${BRANCHES_MAX} \\
    '--format=create refs/remotes/origin/%(refname:lstrip=2) %(objectname)' refs/heads >./.seen/branches
  git -C ./.new update-ref --stdin <./.seen/branches
  git -C ./.new update-ref "refs/heads/$branch" "$commit"
  git -C ./.new symbolic-ref HEAD "refs/heads/$branch"
  git -C ./.new repack -q -a -d
  rm ./.new/.git/objects/info/alternates
  git -C ./.new config remote.origin.url "$origin"
  git -C ./.new config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'
  git -C ./.new reset -q --hard
  rm -rf "./$name"
  mv -T ./.new "./$name"
fi
rm -rf ./.seen
cd -P -- "./$name"
[ "$(pwd -P)" = "$home/worktrees/$name" ] || exit 45
settle
began=$(git rev-parse -q --verify "refs/heads/$branch^{commit}" || git rev-parse -q --verify 'HEAD^{commit}' || :)
cd -P -- ".$below" 2>/dev/null || :
case $(pwd -P) in
"$home/worktrees/$name" | "$home/worktrees/$name"/*) pwd -P ;;
*) exit 45 ;;
esac
printf '\\0%s\\0%s\\0' "$began" "$home/worktrees/$name/.git"`;

export interface Checkout {
  /** Absolute. */
  readonly cwd: string;
  /** The commit of its branch, or else of its HEAD; empty where it has none. */
  readonly began: string;
  /** Its `.git`, absolute. */
  readonly git: string;
}

/**
 * The agent's checkout, made where it is missing; or why there is none.
 *
 * @param source the folder of the agent's configuration, absolute
 * @throws LookTimedOut where it was given up because its run was stopped
 */
export async function makeWorktree(
  eyes: Eyes,
  source: string,
  { name, branch, ref, ended, masks = [], commit, repository }: Worktree,
): Promise<Checkout | Outcome> {
  if (ref !== null && !REF.test(ref)) return failed(42);
  const { home } = eyes.folders;
  const others = ended.filter((other) => other !== name);
  const args = [
    home,
    source,
    name,
    branch,
    ref ?? 'HEAD',
    repository?.url ?? '',
    String(WORKTREES_MAX),
  ];
  const path = process.env['PATH'] ?? '';
  const lines = commit ? [commit.name, commit.email, ...masks] : [];
  const what = {
    script: MAKE,
    args: [...args, ...others],
    path,
    shown: [source],
    stdin: lines.map((line) => `${line}\n`).join(''),
    timeoutMs: MAKE_TIMEOUT_MS,
  };
  try {
    const [cwd = '', began = '', git = ''] = await look(eyes, { ...what, cwd: home });
    return { cwd: cwd.replace(/\n$/, ''), began, git };
  } catch (error) {
    if (error instanceof LookTimedOut) {
      if (eyes.signal?.aborted) throw error;
      const seconds = MAKE_TIMEOUT_MS / 1_000;
      return notStarted('worktree_failed', `Git took longer than ${seconds} s`);
    }
    if (!(error instanceof LookFailed)) throw error;
    return (await explainFolder(eyes, source)) ?? failed(error.exitCode, error.stderr);
  }
}

function failed(exitCode: number | null, stderr = ''): Outcome {
  const known = FAILURES[exitCode ?? 0];
  if (known) return notStarted(...known);
  const lastLine = stderr.trim().split('\n').at(-1)?.slice(0, REASON_MAX);
  return notStarted('worktree_failed', `Git could not make a checkout: ${lastLine || exitCode}`);
}
