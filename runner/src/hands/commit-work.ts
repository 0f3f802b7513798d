/**
 * What a run leaves in its checkout is committed onto the branch of the checkout when its program is gone,
 * as the agent's user in the agent's sandbox.
 *
 * The checkout is hostile: its agent could write to `.git`. So git sees its refs, objects and files
 * through a repository with a configuration of its own, in which no hook, filter or other program is
 * named, and works on a copy of the index.
 */
import {
  secretForms,
  shortSecrets,
  WORK_COMMITS_MAX,
  type CommittedWork,
  type Worktree,
} from '@muster/runner-protocol';
import { GIT } from './git.ts';
import { look, LookFailed, LookTimedOut, type Eyes } from './look.ts';

/** Of a large working tree on a busy machine; its agent waits for it. */
const COMMIT_TIMEOUT_MS = 60_000;
/** Where something waits for the runner itself: it is killed soon after. */
const HURRIED_TIMEOUT_MS = 2_000;
/** More is what a build or an installation has left, and belongs into .gitignore. */
const FILES_MAX = 2_000;
const BYTES_MAX = 67_108_864;
const REASON_MAX = 300;
const SUBJECT_MAX = 200;

const AT_MOST = `${FILES_MAX} files and ${BYTES_MAX / 1_048_576} MB`;
/** What the script prints of what is in no commit. */
const LEFT: Readonly<Record<string, string>> = {
  elsewhere: 'all changes, since the checkout is not on its branch or one that continues it',
  unfinished: 'all changes, since a merge, rebase or cherry-pick is not finished',
  new: `new files, which are more than ${AT_MOST}`,
  changed: `changed files, which are more than ${AT_MOST}`,
  secret: 'files with a secret of the run',
  unreadable: 'files that git could not read',
  repositories: 'repositories in the checkout',
};

/**
 * `see`, in the checkout. A lock is one that the program has left: it was killed while git ran. Branches
 * are written through the link to the refs.
 */
const SEE = `
see() {
  rm -rf -- "$seen"
  mkdir -- "$seen" "$seen/info"
  rm -f -- ./.git/index.lock ./.git/HEAD.lock "./.git/refs/heads/$branch.lock"
  head -c 4096 -- ./.git/HEAD >"$seen/HEAD"
  for shared in objects refs packed-refs shallow; do
    [ ! -e "./.git/$shared" ] || ln -s -- "$here/.git/$shared" "$seen/$shared"
  done
  [ ! -f ./.git/info/exclude ] || ln -s -- "$here/.git/info/exclude" "$seen/info/exclude"
  hashes=$(git config --file ./.git/config --no-includes --get extensions.objectformat || :)
  {
    printf '[core]\\n\\trepositoryformatversion = 1\\n\\tbare = false\\n\\tlogAllRefUpdates = false\\n'
    printf '[diff]\\n\\tignoreSubmodules = all\\n'
    [ "$hashes" != sha256 ] || printf '[extensions]\\n\\tobjectformat = sha256\\n'
  } >"$seen/config"
  [ ! -f ./.git/index ] || cp -p -- ./.git/index "$seen/index"
  export GIT_DIR="$seen" GIT_WORK_TREE="$here" GIT_INDEX_FILE="$seen/index" GIT_LITERAL_PATHSPECS=1
}`;

/** Changed and new files go to the index, but for those that are too many, and those with a secret. */
const STAGE = `
leave() { left="$left $1"; }
is_bounded() {
  [ "$(tr -cd '\\000' <"$1" | wc -c)" -le "$files_max" ] || return 1
  xargs -0 -r stat -c %s -- <"$1" >"$seen/sizes" 2>/dev/null || :
  total=0
  while read -r size; do total=$((total + size)); done <"$seen/sizes"
  [ "$total" -le "$bytes_max" ]
}
stage_changed() {
  git ls-files -z -m >"$seen/changed"
  if is_bounded "$seen/changed"; then git add -u --ignore-errors . 2>/dev/null || leave unreadable
  else leave changed; fi
}
stage_new() {
  git ls-files -z -o --exclude-standard >"$seen/others"
  grep -zv '/$' <"$seen/others" >"$seen/new" || :
  cmp -s "$seen/others" "$seen/new" || leave repositories
  [ -s "$seen/new" ] || return 0
  if is_bounded "$seen/new"; then
    git add --ignore-errors --pathspec-from-file="$seen/new" --pathspec-file-nul 2>/dev/null || leave unreadable
  else leave new; fi
}
leave_secrets() {
  git diff --cached --name-only -z --no-renames --no-ext-diff --diff-filter=d "$head" >"$seen/staged"
  [ -s "$seen/staged" ] || return 0
  git checkout-index -q -z --stdin --prefix="$seen/files/" <"$seen/staged"
  cd -P -- "$seen/files"
  { [ -z "$words" ] || printf '%s' "$words" | grep -rlZawF -f - . || [ $? -eq 1 ]; } >"$seen/secrets"
  { grep -rlZaF -f - . || [ $? -eq 1 ]; } >>"$seen/secrets"
  cd -P -- "$here"
  [ -s "$seen/secrets" ] || return 0
  leave secret
  git reset -q --pathspec-from-file="$seen/secrets" --pathspec-file-nul "$head"
}`;

/** `move_to <commit>`: the branch, and the checkout to the branch. */
const MOVE = `
move_to() {
  [ "$1" = "$tip" ] || git update-ref "refs/heads/$branch" "$1" "$tip"
  if [ "$(head -n 1 ./.git/HEAD)" != "ref: refs/heads/$branch" ]; then
    printf 'ref: refs/heads/%s\\n' "$branch" >"$seen/new-head"
    mv -f -- "$seen/new-head" ./.git/HEAD
  fi
  mv -f -- "$seen/index" ./.git/index
}
is_unfinished() {
  for part in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD rebase-merge rebase-apply; do
    [ ! -e "./.git/$part" ] || return 0
  done
  [ -n "$(git ls-files -u | head -c 1)" ]
}`;

/**
 * Arguments: home, name, branch, the commit at which the run began, the most commits, files and bytes.
 * Lines of standard input: name, address, subject, run, the number of short secrets, these, and the others.
 * Prints what is left, the count of files, that of commits, and each commit.
 */
const COMMIT = `${GIT}${SEE}${STAGE}${MOVE}
set -eu
umask 077
home=$(cd -P -- "$1" && pwd -P) branch=$3 began=$4 commits_max=$5 files_max=$6 bytes_max=$7
here=$home/worktrees/$2 seen=$home/worktrees/.commit left= words=
cd -P -- "$here"
[ "$(pwd -P)" = "$here" ] && [ -d ./.git ] && [ ! -L ./.git ]
IFS= read -r author; IFS= read -r address; IFS= read -r subject; IFS= read -r run; read -r count
while [ "$count" -gt 0 ]; do
  IFS= read -r word
  words="$words$word
" count=$((count - 1))
done
trap 'rm -rf -- "$seen"' EXIT
see
head=$(git rev-parse -q --verify 'HEAD^{commit}')
tip=$(git rev-parse -q --verify "refs/heads/$branch^{commit}" || :)
new=\${tip:-$head}
if is_unfinished; then leave unfinished
elif [ -n "$tip" ] && ! git merge-base --is-ancestor "$tip" "$head"; then leave elsewhere
else
  stage_changed
  stage_new
  leave_secrets
  tree=$(git write-tree) new=$head
  if [ "$tree" != "$(git rev-parse "$head^{tree}")" ]; then
    export GIT_AUTHOR_NAME="$author" GIT_COMMITTER_NAME="$author"
    export GIT_AUTHOR_EMAIL="$address" GIT_COMMITTER_EMAIL="$address"
    new=$(printf '%s\\n\\nRun: %s\\n' "$subject" "$run" | git commit-tree "$tree" -p "$head")
  fi
  move_to "$new"
fi
printf '%s\\0' "$left"
git diff --name-only -z --no-renames --no-ext-diff "\${began:-$head}" "$new" | tr -cd '\\000' | wc -c
printf '\\0'
git rev-list --count "$new" --not \${began:+"$began"} --remotes=origin; printf '\\0'
git log --no-show-signature -z -n "$commits_max" --format='%H %s' "$new" \\
  --not \${began:+"$began"} --remotes=origin`;

export interface WorkToCommit {
  readonly worktree: Worktree;
  /** The commit at which the run began. */
  readonly began: string;
  /** The runner itself is about to end, or another scheduler waits for the agent. */
  readonly isHurried: boolean;
}

/** What the run has added to its branch; undefined where that is not asked for. Does not reject. */
export async function commitWork(
  eyes: Eyes,
  { worktree: { name, branch, commit }, began, isHurried }: WorkToCommit,
): Promise<CommittedWork | undefined> {
  if (!commit) return undefined;
  const { home } = eyes.folders;
  const words = shortSecrets(commit.secrets).filter(isLine);
  const forms = secretForms(commit.secrets).filter(isLine);
  const texts = [commit.name, commit.email, commit.subject, commit.runId, String(words.length)];
  try {
    const answers = await look(eyes, {
      script: COMMIT,
      args: [home, name, branch, began, ...[WORK_COMMITS_MAX, FILES_MAX, BYTES_MAX].map(String)],
      cwd: home,
      path: process.env['PATH'] ?? '',
      shown: [],
      stdin: [...texts, ...words, ...forms].map((line) => `${line}\n`).join(''),
      timeoutMs: isHurried ? HURRIED_TIMEOUT_MS : COMMIT_TIMEOUT_MS,
    });
    return workOf(branch, answers);
  } catch (error) {
    return { branch, commitCount: 0, commits: [], files: 0, problem: problemOf(error) };
  }
}

const isLine = (text: string): boolean => text !== '' && !/[\n\0]/.test(text);

function workOf(branch: string, answers: readonly string[]): CommittedWork {
  const [left = '', files, commitCount, ...commits] = answers;
  const what = left.split(' ').flatMap((code) => LEFT[code] ?? []);
  return {
    branch,
    files: Number(files),
    commitCount: Number(commitCount),
    commits: commits.map((line) => {
      const [sha = '', ...subject] = line.split(' ');
      return { sha, subject: subject.join(' ').slice(0, SUBJECT_MAX).toWellFormed() };
    }),
    ...(what.length === 0 ? {} : { problem: `Left out: ${[...new Set(what)].join(', ')}` }),
  };
}

function problemOf(error: unknown): string {
  if (error instanceof LookTimedOut) return 'Git did not commit what is left in time';
  if (!(error instanceof LookFailed)) return 'Git could not be started';
  const lastLine = error.stderr.trim().split('\n').at(-1)?.slice(0, REASON_MAX);
  return `Git could not commit what is left: ${lastLine || error.exitCode}`;
}
