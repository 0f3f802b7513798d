/**
 * Which variable of the environment is for which process of the stack. The launcher's own environment
 * may hold secrets, so a process gets the variables that it documents, and no others.
 */
import { commandLine } from './form.ts';
import documented from './variables.json' with { type: 'json' };

interface Documented {
  /** Processes that document it: services, `runner`, `setup`. */
  readonly of: readonly string[];
  readonly is?: string;
  /** What start and the other commands do with it. */
  readonly inCommands?: string;
}

export type Settings = Readonly<Record<string, string>>;

export const variables: Readonly<Record<string, Documented>> = documented;

/** What start reads itself: where the stack is and what it stands on. */
export const readByStart: readonly string[] = [
  'PORT',
  'MUSTER_DATA_DIR',
  'MUSTER_BOARD_TOKEN',
  'MUSTER_SEED',
  'MUSTER_PROCESSES',
  'DATABASE_URL',
  'NATS_URL',
  'REDIS_URL',
];

/** What start chooses, so that its processes find each other and keep their secrets apart. */
const setByStart: readonly string[] = [
  'HOST',
  'OPS_HOST',
  'OPS_PORT',
  'REPLICA',
  'DB_SCHEMA',
  'DB_ROLE',
  'NATS_NAMESPACE',
  'NATS_NKEY_SEED',
  'MUSTER_SERVICE_KEYS',
  'MUSTER_MASTER_KEY',
  'MUSTER_RUN_TOKEN_KEY',
  'MUSTER_RUN_TOKEN_PUBLIC_KEY',
  'MUSTER_WEBHOOK_SECRET',
  'RUNNER_HOST',
  'RUNNER_PORT',
  'MUSTER_RUNNER_KEY_FILE',
  'MUSTER_RUNNER_KEY_PREVIOUS_FILE',
  'MUSTER_RUNS_DIR',
  'QUEUE_IN_POSTGRES',
  'AGENTS_DATABASE_URL',
  'ISSUES_DATABASE_URL',
  'APPROVALS_DATABASE_URL',
  'BILLING_DATABASE_URL',
  'SCHEDULER_DATABASE_URL',
  'GATEWAY_DATABASE_URL',
];

/** The variable that a name stands for: `X_FILE` names a file with the value of `X`. */
const variableOf = (name: string): string =>
  name in variables ? name : name.replace(/_FILE$/, '');

const isOf = (process: string, name: string): boolean =>
  variables[variableOf(name)]?.of.includes(process) ?? false;

/** Whether start passes it on to a process that documents it. */
export const isPassedOn = (name: string): boolean => {
  const variable = variableOf(name);
  const isForProcesses = (variables[variable]?.of.length ?? 0) > 0;
  return isForProcesses && !readByStart.includes(variable) && !setByStart.includes(variable);
};

/** What an environment says about processes of the stack; the variables of a proxy also in lower case. */
export const settingsIn = (env: NodeJS.ProcessEnv): Settings =>
  Object.fromEntries(
    Object.entries({ ...proxyOf(env), ...env }).flatMap(([name, value]) =>
      value !== undefined && isPassedOn(name) ? [[name, value]] : [],
    ),
  );

const proxyOf = ({ https_proxy, no_proxy }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  HTTPS_PROXY: https_proxy,
  NO_PROXY: no_proxy,
});

/** The part of the settings that a process documents. */
export const settingsOf = (process: string, settings: Settings): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isOf(process, name)));

/** @throws for a setting that no process documents, which would be without effect */
export function requireDocumented(settings: Settings): void {
  const unknown = Object.keys(settings).filter((name) => !(variableOf(name) in variables));
  if (unknown.length > 0) throw new Error(`no such settings: ${unknown.join(', ')}`);
}

/** A sentence for each variable of an environment that looks like a setting and is without effect. */
export function withoutEffect(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).flatMap((name) => {
    const variable = variableOf(name);
    if (setByStart.includes(variable)) {
      return [`${name} has no effect: start chooses it itself.`];
    }
    if (!name.startsWith('MUSTER_') || variable in variables) return [];
    return [
      `${name} has no effect: there is no such setting. ${commandLine('start')} --help lists all.`,
    ];
  });
}
