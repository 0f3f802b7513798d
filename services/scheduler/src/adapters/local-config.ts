/** What every local adapter does with an adapterConfig. */
import { isAbsolute, resolve } from 'node:path';
import { mkdir, stat } from 'node:fs/promises';
import { LocalLimits } from '@muster/contracts';
import type { z } from 'zod';
import type { TimeLimits } from './adapter.ts';

export const limitsOf = (config: object): TimeLimits => LocalLimits.parse(config);

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
