/** The parts of an adapterConfig that every local adapter understands. */
import { isAbsolute, resolve } from 'node:path';
import { mkdir, stat } from 'node:fs/promises';
import { z } from 'zod';
import type { TimeLimits } from './adapter.ts';

const DAY_SECONDS = 86_400;
/** An agent that does not say how long it may take gets a quarter of an hour. */
const TIMEOUT_SECONDS = 900;
const GRACE_SECONDS = 15;
const GRACE_MAX_SECONDS = 300;

const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

export const localConfig = {
  cwd: z.string().min(1).nullish(),
  env: z.record(VariableName, z.string()).default({}),
  timeoutSec: z.number().positive().max(DAY_SECONDS).default(TIMEOUT_SECONDS),
  graceSec: z.number().min(0).max(GRACE_MAX_SECONDS).default(GRACE_SECONDS),
};

const Limits = z.object({
  timeoutSec: localConfig.timeoutSec.catch(TIMEOUT_SECONDS),
  graceSec: localConfig.graceSec.catch(GRACE_SECONDS),
});

export const limitsOf = (config: object): TimeLimits => Limits.parse(config);

/**
 * The folder an agent works in: its own, made when needed, or the one that it names, which exists.
 */
export async function workingDirectory(
  cwd: string | null | undefined,
  home: string,
): Promise<string | undefined> {
  await mkdir(home, { recursive: true });
  if (!cwd) return home;
  const path = isAbsolute(cwd) ? cwd : resolve(home, cwd);
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ? path : undefined;
}

/** Faults of a configuration by their paths, without its values: those may be secrets. */
export const faultsOf = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `adapterConfig.${path.join('.')}: ${message}`).join('; ');
