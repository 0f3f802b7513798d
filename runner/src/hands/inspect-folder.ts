/** What an agent finds in the folder that it works in, and what the repository there brings along. */
import {
  REPOSITORY_SETTINGS,
  type InspectedFolder,
  type Findings,
  type Inspection,
} from '@muster/runner-protocol';
import { FIND_REPOSITORY } from './find-repository.ts';
import { look } from './look.ts';
import { explainFolder, resolvePaths, type Surroundings } from './resolve-paths.ts';

/**
 * Settings of git that name a program. They are searched for as text: git itself would have to be
 * told to trust a repository of another user first.
 */
const CONFIGURED =
  '^[[:space:]]*(hookspath|fsmonitor|sshcommand|askpass|editor|pager|textconv|external|driver)[[:space:]]*=';

/** Arguments: the folder, and the names of settings. */
const INSPECT = `${FIND_REPOSITORY}
set -f
cd -P -- "$1" || exit
shift
uid=$(id -u)
owner() {
  set -- $(ls -ldn -- "$1")
  case $3 in "$uid") printf agent ;; 0) printf root ;; *) printf other ;; esac
}
[ -w . ] && printf yes
printf '\\0'; owner .; printf '\\0'
here=$(pwd -P)
find_repository "$here"
[ -z "$top" ] || owner "$top/.git"; printf '\\0'
command -v git >/dev/null && printf yes; printf '\\0'
for name do
  if [ -e "$here/$name" ] || { [ -n "$top" ] && [ -e "$top/$name" ]; }; then printf '%s\\0' "$name"; fi
done
printf -- '--\\0'
[ -n "$common_dir" ] || exit 0
set +f
for hook in "$common_dir"/hooks/*; do
  case $hook in *.sample) continue ;; esac
  if [ -f "$hook" ] && [ -x "$hook" ]; then printf 'hooks\\0'; break; fi
done
[ -f "$common_dir/config" ] || exit 0
! grep -Eiq '${CONFIGURED}' "$common_dir/config" || printf 'configuration\\0'
! grep -Eiq '^[[:space:]]*\\[[[:space:]]*filter' "$common_dir/config" || printf 'filters\\0'`;

export async function inspectFolder(
  surroundings: Surroundings,
  { cwd }: Pick<Inspection, 'cwd'>,
): Promise<Pick<Findings, 'folder' | 'isFolderClosed' | 'hasGit'>> {
  const resolved = await resolvePaths(surroundings, { cwd, instructionsFile: null });
  const inTheWay =
    'cwd' in resolved
      ? resolved.isUnseen && (await explainFolder(surroundings, resolved.cwd))
      : resolved;
  if (inTheWay?.errorCode === 'folder_not_allowed') {
    return { folder: 'cwd_outside_roots', isFolderClosed: true };
  }
  if (inTheWay) return { folder: codeOf(inTheWay.errorCode) };
  if (!('cwd' in resolved)) return {};
  return inspect(surroundings, resolved.cwd);
}

const codeOf = (code: string | null): Exclude<Findings['folder'], InspectedFolder> =>
  code === 'cwd_missing' || code === 'cwd_outside_roots' ? code : 'cwd_not_usable';

async function inspect(
  surroundings: Surroundings,
  folder: string,
): Promise<Pick<Findings, 'folder' | 'hasGit'>> {
  const args = [folder, ...REPOSITORY_SETTINGS];
  const path = process.env['PATH'] ?? '';
  const answers = await look(surroundings, { script: INSPECT, args, path, shown: [folder] });
  const [isWritable, owner, repositoryOf, hasGit, ...named] = answers;
  const end = named.indexOf('--');
  return {
    folder: {
      isWritable: isWritable === 'yes',
      owner: ownerOf(owner),
      repositoryOf: repositoryOf === '' ? null : ownerOf(repositoryOf),
      settings: REPOSITORY_SETTINGS.filter((name) => named.slice(0, end).includes(name)),
      gitPrograms: (['hooks', 'configuration', 'filters'] as const).filter((kind) =>
        named.slice(end + 1).includes(kind),
      ),
    },
    hasGit: hasGit === 'yes',
  };
}

const ownerOf = (text: string | undefined): InspectedFolder['owner'] =>
  text === 'agent' || text === 'root' ? text : 'other';

const READABLE = '[ -f "$1" ] && [ -r "$1" ] && printf "yes\\0"; true';

/** The instructions as a run would find them. */
export async function inspectInstructions(
  surroundings: Surroundings,
  { cwd, instructionsFile }: Pick<Inspection, 'cwd' | 'instructionsFile'>,
): Promise<Pick<Findings, 'instructions'>> {
  if (instructionsFile === null) return {};
  const resolved = await resolvePaths(surroundings, { cwd, instructionsFile });
  if (!('cwd' in resolved)) {
    const { errorCode } = resolved;
    const isOutside = errorCode === 'instructions_outside_roots';
    if (isOutside || errorCode === 'instructions_missing') return { instructions: errorCode };
    return {};
  }
  const file = resolved.instructionsFile ?? '';
  const shown = [resolved.cwd];
  const [isReadable] = await look(surroundings, { script: READABLE, args: [file], shown });
  return { instructions: isReadable === 'yes' ? 'readable' : 'instructions_missing' };
}
