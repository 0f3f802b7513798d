/** Configuration from the environment. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * `X_FILE` names a file that holds the value of `X`; a trailing newline is removed. A variable of
 * the schema that has such a name itself is a path, and stays one.
 */
const withFiles = (
  env: NodeJS.ProcessEnv,
  known: readonly string[],
): Record<string, string | undefined> => {
  const values: Record<string, string | undefined> = { ...env };
  for (const [name, path] of Object.entries(env)) {
    if (!name.endsWith('_FILE') || !path || known.includes(name)) continue;
    const target = name.slice(0, -'_FILE'.length);
    if (values[target] !== undefined) continue;
    try {
      values[target] = readFileSync(path, 'utf8').trimEnd();
    } catch (cause) {
      throw new ConfigError(`${name}: cannot read ${path}`, { cause });
    }
  }
  return values;
};

/** Programs read the variables of a proxy in both spellings, and many machines set only the lower one. */
const withLowerCase = (
  values: Readonly<Record<string, string | undefined>>,
  env: NodeJS.ProcessEnv,
  known: readonly string[],
): Record<string, string | undefined> => ({
  ...values,
  ...Object.fromEntries(
    known
      .filter((name) => name.endsWith('_PROXY') && values[name] === undefined)
      .map((name) => [name, env[name.toLowerCase()]]),
  ),
});

/** Reads the environment against a schema. The error lists all faults, and never a value. */
export function readConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  const known = Object.keys(schema.shape);
  const relevant = Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => known.includes(name.replace(/_FILE$/, '')) || known.includes(name),
    ),
  );
  const parsed = schema.safeParse(withLowerCase(withFiles(relevant, known), env, known));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The configuration is invalid:\n${faults.join('\n')}`);
}
