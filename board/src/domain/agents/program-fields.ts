import { fieldLabel, leavesOf } from './differences.ts';

type Payload = Readonly<Record<string, unknown>>;

/**
 * What will run, of a hire or a change: the command with its arguments, the folder, the names of the environment, and
 * every other leaf of the configuration and the rights. A value of the environment stays folded.
 */
export function programFields(payload: Payload): readonly (readonly [string, string])[] {
  const { adapterConfig, runtimeConfig, permissions } = payload;
  const { command, args, env, ...rest } = Object(adapterConfig) as Payload;
  const line = [command, ...(Array.isArray(args) ? args : [])].filter(
    (part): part is string => typeof part === 'string',
  );
  const names = Object.keys(Object(env) as Payload);
  return [
    ...(line.length > 0 ? [['Command', line.map(quoted).join(' ')] as const] : []),
    ...(names.length > 0 ? [['Environment', names.join(', ')] as const] : []),
    ...[...leavesOf({ ...rest, ...Object(runtimeConfig), ...Object(permissions) })].map(
      ([path, value]) => [fieldLabel(path), value] as const,
    ),
  ];
}

/** An argument with a space is one argument. */
const quoted = (part: string): string => (/^[^\s"']+$/.test(part) ? part : JSON.stringify(part));
