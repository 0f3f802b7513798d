/** `muster completion`: what shells complete, from the table of the commands. */
import { Ended } from '../exit-code.ts';
import { listOperations } from '../fields/field.ts';
import type { Flag, Given } from '../table/command.ts';
import { commands, globalFlags, groups } from '../table/commands.ts';
import { print } from '../terminal/answer.ts';

interface Completed {
  /** The words before it. */
  readonly path: string;
  readonly words: readonly (readonly [word: string, says: string])[];
}

export async function run({ args: [shell = ''] }: Given): Promise<void> {
  const make = Object.hasOwn(shells, shell) ? shells[shell as keyof typeof shells] : undefined;
  if (!make) throw new Ended('usage', `"${shell}" has no completion`, 'bash, zsh or fish');
  print(make(completed()));
}

/** After each path of words, what may come next. */
function completed(): Completed[] {
  const tops = new Map<string, string>();
  const verbs = new Map<string, [string, string][]>();
  for (const { path, says } of commands) {
    const [noun = '', verb] = path.split(' ');
    tops.set(noun, groups[noun] ?? says);
    if (verb !== undefined) verbs.set(noun, [...(verbs.get(noun) ?? []), [verb, says]]);
  }
  const flagsOf = (flags: readonly Flag[]): [string, string][] =>
    [...flags, ...globalFlags].map(({ name, says }) => [`--${name}`, says]);
  return [
    { path: '', words: [...tops, ['help', 'Help for a command']] },
    ...commands.map(({ path, flags = [] }) => ({
      path,
      words: [
        ...(verbs.get(path) ?? []),
        ...(path === 'api' ? operations() : []),
        ...flagsOf(flags),
      ],
    })),
    ...[...verbs]
      .filter(([noun]) => !commands.some(({ path }) => path === noun))
      .map(([path, words]) => ({ path, words })),
  ];
}

const operations = (): [string, string][] =>
  listOperations().map(({ name }) => [name, 'operation']);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The words that are no flags, in the order of the line: `issue list`. */
const bash = (all: readonly Completed[]): string => `# Completion of muster for bash.
_muster() {
  local word path='' candidates=''
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && continue
    case "$path\${path:+ }$word" in
${all
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${quoted(path)}) path=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$path" in
${all
  .map(
    ({ path, words }) =>
      `    ${quoted(path)}) candidates=${quoted(words.map(([word]) => word).join(' '))} ;;`,
  )
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _muster muster
`;

const zsh = (all: readonly Completed[]): string => `#compdef muster
# Completion of muster for zsh.
_muster() {
  local word path_='' ; local -a candidates
  for word in "\${words[@]:1:CURRENT-2}"; do
    [[ $word == -* ]] && continue
    case "$path_\${path_:+ }$word" in
${all
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${quoted(path)}) path_=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$path_" in
${all
  .map(
    ({ path, words }) =>
      `    ${quoted(path)}) candidates=(${words
        .map(([word, says]) => quoted(`${word.replaceAll(':', String.raw`\:`)}:${says}`))
        .join(' ')}) ;;`,
  )
  .join('\n')}
  esac
  _describe 'muster' candidates
}
if [ "$funcstack[1]" = _muster ]; then _muster "$@"; else compdef _muster muster; fi
`;

const fish = (all: readonly Completed[]): string => {
  const seen = (path: string): string =>
    path === ''
      ? '__fish_use_subcommand'
      : path
          .split(' ')
          .map((word) => `__fish_seen_subcommand_from ${word}`)
          .join('; and ');
  const line = (path: string, [word, says]: readonly [string, string]): string => {
    const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${quoted(word)}`;
    return `complete -c muster -f -n ${quoted(seen(path))} ${what} -d ${quoted(says)}`;
  };
  const lines = all.flatMap(({ path, words }) => words.map((word) => line(path, word)));
  return `# Completion of muster for fish.\n${lines.join('\n')}\n`;
};

const shells = { bash, zsh, fish } as const;
