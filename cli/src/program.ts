/** Makes the program from the table of its commands. */
import { Command, Option } from 'commander';
import type { Argument, CommandSpec, Flag, FlagValue, Given, Globals } from './table/command.ts';
import { commands, globalFlags, groups } from './table/commands.ts';

export interface Outputs {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** @param perform carries a command out */
export function makeProgram(
  perform: (spec: CommandSpec, given: Given) => Promise<void>,
  outputs: Outputs,
): Command {
  const program = new Command('muster')
    .description('Companies of AI agents, from a terminal.')
    .configureOutput({ writeOut: outputs.out, writeErr: outputs.err })
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .helpCommand(true)
    .showHelpAfterError('(`muster help`, or --help after a command)');
  program.addHelpText(
    'after',
    '\n`muster completion SHELL` prints a completion. docs/command-line.md is the reference.',
  );
  for (const flag of globalFlags) program.addOption(optionOf(flag));
  const nouns = new Map<string, Command>();
  for (const spec of commands) addCommand(program, nouns, spec, perform);
  return program;
}

function addCommand(
  program: Command,
  nouns: Map<string, Command>,
  spec: CommandSpec,
  perform: (spec: CommandSpec, given: Given) => Promise<void>,
): void {
  const [noun = '', verb] = spec.path.split(' ');
  const known = nouns.get(noun);
  const parent =
    verb === undefined ? program : (known ?? program.command(noun).summary(groups[noun] ?? ''));
  if (verb !== undefined) nouns.set(noun, parent);
  const command = parent.command(verb ?? noun);
  if (verb === undefined) nouns.set(noun, command);
  command.summary(spec.says).description(descriptionOf(spec));
  if (spec.example !== undefined)
    command.addHelpText('after', `\nExample:\n  muster ${spec.example}`);
  for (const argument of spec.args ?? []) command.argument(termOf(argument), argument.says);
  for (const flag of spec.flags ?? []) command.addOption(optionOf(flag));
  if (spec.takesAnyFlag) {
    command.allowUnknownOption().allowExcessArguments().helpOption(false);
  }
  command.action(async () => {
    const { flags, globals } = split(command.optsWithGlobals());
    await perform(spec, { args: command.args, flags, globals });
  });
}

const descriptionOf = ({ says, details }: CommandSpec): string =>
  details === undefined ? `${says}.` : `${says}.\n${details}`;

export function termOf({ name, isOptional, isRest }: Argument): string {
  const inside = isRest ? `${name}...` : name;
  return isOptional ? `[${inside}]` : `<${inside}>`;
}

export function flagOf({ name, short, value }: Flag): string {
  const long = value === undefined ? `--${name}` : `--${name} <${value}>`;
  return short === undefined ? long : `-${short}, ${long}`;
}

function optionOf(flag: Flag): Option {
  const option = new Option(flagOf(flag), flag.says);
  if (!flag.isList) return option;
  return option.argParser((text: string, before: readonly string[] | undefined) => [
    ...(before ?? []),
    ...text.split(','),
  ]);
}

/** Flags by their own names: `blocked-by`, and not `blockedBy`. */
function split(all: Readonly<Record<string, unknown>>): Pick<Given, 'flags' | 'globals'> {
  const entries = Object.entries(all).map(
    ([name, value]) =>
      [
        name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        value as FlagValue,
      ] as const,
  );
  const isGlobal = ([name]: readonly [string, FlagValue]): boolean =>
    globalFlags.some((flag) => flag.name === name);
  return {
    flags: Object.fromEntries(entries.filter((entry) => !isGlobal(entry))),
    globals: Object.fromEntries(entries.filter(isGlobal)) as Globals,
  };
}
