/** What `pnpm start --help` prints. */
import { commandLine } from './form.ts';
import { isPassedOn, readByStart, variables } from './variables.ts';
import { SERVICES } from './service-names.ts';

const INTRODUCTION = `${commandLine('start')} runs Muster on this machine until Ctrl-C. Its settings are variables of the environment;
for every variable X that is passed on, X_FILE may name a file with the value.
docs/configuration.md has the defaults.`;

/** All settings of start, by the processes that get them. */
export function help(): string {
  const passedOn = Object.keys(variables).filter(isPassedOn);
  const receivers = (name: string): string => {
    const of = variables[name]?.of ?? [];
    const everyService = SERVICES.every((service) => of.includes(service));
    const others = of.filter((process) => !SERVICES.some((service) => service === process));
    return (everyService ? ['every service', ...others] : of).join(', ');
  };
  const groups = Map.groupBy(passedOn, receivers);
  const parts = [...groups].map(([of, names]) => group(`Passed on to ${of}`, names));
  return `${[INTRODUCTION, group('Of start itself', readByStart), ...parts].join('\n\n')}\n`;
}

const group = (title: string, names: readonly string[]): string =>
  [`${title}:`, ...names.map((name) => `  ${name}\n      ${meaning(name)}`)].join('\n');

function meaning(name: string): string {
  const { is = '', inCommands = is } = variables[name] ?? {};
  return readByStart.includes(name) ? inCommands : is;
}
