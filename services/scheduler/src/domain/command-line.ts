/**
 * The command that an operator binds to an adapter type. A nested list is omitted if one of its
 * placeholders has no value: `["agent-cli", ["--resume", "{{sessionId}}"]]`.
 */
import { lacksValue, renderPlaceholders, unknownPlaceholders } from '@muster/contracts';

/** Where the operator accepts arguments from the configuration of agents. */
const EXTRA_ARGS = '{{extraArgs}}';

export type BoundCommand = readonly [string, ...(string | readonly string[])[]];
export type Values = Readonly<Record<string, string | undefined>>;

/** Describes what is wrong with the command; nothing if it is valid. */
export function commandFault([program, ...parts]: BoundCommand): string | undefined {
  if (program.includes('{{')) return 'its program has a placeholder';
  const [unknown] = parts
    .flat()
    .filter((part) => part !== EXTRA_ARGS)
    .flatMap(unknownPlaceholders);
  return unknown === undefined ? undefined : `no placeholder is called ${unknown}`;
}

export const acceptsExtraArgs = (command: BoundCommand): boolean => command.includes(EXTRA_ARGS);

export function commandArguments(
  [program, ...parts]: BoundCommand,
  values: Values,
  extraArgs: readonly string[],
): [string, ...string[]] {
  const args = parts.flatMap((part) => {
    if (part === EXTRA_ARGS) return extraArgs;
    if (typeof part === 'string') return [renderPlaceholders(part, values)];
    if (part.some((text) => lacksValue(text, values))) return [];
    return part.map((text) => renderPlaceholders(text, values));
  });
  return [program, ...args];
}
