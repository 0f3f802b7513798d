/** The reference of `muster`, from the table of its commands. */
import {
  commands,
  exitMeanings,
  globalFlags,
  groups,
  type Argument,
  type CommandSpec,
  type Flag,
} from '@muster/cli/table';
import { code, page, table } from './markdown.ts';

const intro = `# Command line

\`muster\` does from a terminal what the board and the interface do: each command is an operation of the interface, or a few.

\`\`\`
muster login --url https://muster.example.com   # asks for a token without showing it
muster issue create "Write the release notes" --assignee ada --status todo
muster inbox
\`\`\`

In a clone it is \`npx muster\`.

**Credentials.** \`muster login\` keeps a profile, which is an address and a token, in \`$XDG_CONFIG_HOME/muster/profiles\`
(\`~/.config\` without it), a file that its user alone can read. The token is asked for without showing it, or read from standard
input, or from \`MUSTER_TOKEN\`; it is never an argument, which other users of the machine could read. It is sent to its own
address only. \`MUSTER_URL\` and \`MUSTER_TOKEN\` take the place of a profile, \`MUSTER_PROFILE\` chooses one, and
\`MUSTER_COMPANY\` names the company. In a run of an agent, the run's own token is used.

**Output.** A table or a sentence for people. With \`--json\` the answer of the interface, with \`--jsonl\` an object a line, with
\`--quiet\` ids only. What would steer a terminal in the words of others is written out, as in \`\\u{1b}\`.

**Names.** An agent is named by its name, its url key or its id, an issue by its identifier, a company by its id, its name or its
prefix; projects, goals, labels and secrets by their names. \`null\` takes away what a field has. A text that is \`-\` is read from
standard input.

**Completion.** \`muster completion bash\`, \`zsh\` or \`fish\` prints it.`;

export function renderCommandLine(): string {
  const byNoun = Map.groupBy(commands, ({ path }) => path.split(' ')[0] ?? '');
  const sections = [...byNoun].map(([noun, specs]) => sectionOf(noun, specs));
  return page(intro, exits(), flags(globalFlags, '## Flags of every command'), ...sections);
}

const exits = (): string =>
  `## Exit codes\n\nErrors are printed on standard error with their code and the next step. The numbers are stable.\n\n${table(['code', 'meaning'], Object.entries(exitMeanings))}`;

function sectionOf(noun: string, specs: readonly CommandSpec[]): string {
  const title = groups[noun];
  const heading = `## ${noun}${title === undefined ? '' : `\n\n${title}.`}`;
  return [heading, ...specs.map((spec) => commandOf(spec, specs.length > 1))].join('\n\n');
}

function commandOf(spec: CommandSpec, isOneOfMany: boolean): string {
  const { path, says, details, args = [], flags: own = [], call, example } = spec;
  const usage = ['muster', path, ...args.map(argumentOf), ...(own.length > 0 ? ['[flags]'] : [])];
  return [
    isOneOfMany ? `### ${path}` : '',
    [`${says}.`, details ?? '', call ? `Operation: ${code(call.operation)}.` : '']
      .filter(Boolean)
      .join(' '),
    `\`\`\`\n${[usage.join(' '), ...(example === undefined ? [] : [`muster ${example}`])].join('\n')}\n\`\`\``,
    args.length > 0
      ? table(
          ['argument', 'meaning'],
          args.map((argument) => [code(argument.name), argument.says]),
        )
      : '',
    own.length > 0 ? flags(own, '') : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const argumentOf = ({ name, isOptional, isRest }: Argument): string => {
  const inside = `${name}${isRest ? '...' : ''}`;
  return isOptional ? `[${inside}]` : `<${inside}>`;
};

function flags(all: readonly Flag[], heading: string): string {
  const rows = all.map(({ name, short, value, says, isList }) => [
    code(`${short ? `-${short}, ` : ''}--${name}${value ? ` <${value}>` : ''}`),
    isList ? `${says} (several, with commas)` : says,
  ]);
  return [heading, table(['flag', 'meaning'], rows)].filter(Boolean).join('\n\n');
}
