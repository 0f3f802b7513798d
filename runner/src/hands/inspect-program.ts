/** Whether the agent's user can start the agent's program, and which version it is. */
import type { Findings, Inspection } from '@muster/runner-protocol';
import { baseEnvironment } from './base-environment.ts';
import { capture } from './capture.ts';
import { findProgram } from './find-program.ts';
import type { Eyes } from './look.ts';
import { resolvePaths, type Surroundings } from './resolve-paths.ts';

/** A version is a line; a program that prints more prints something else. */
const VERSION_MAX_BYTES = 4_096;
const VERSION = /\d+(?:\.\d+)+[\w.+-]*/;
const VERSION_MAX = 64;

export async function inspectProgram(
  surroundings: Surroundings,
  { program, cwd }: Pick<Inspection, 'program' | 'cwd'>,
): Promise<Pick<Findings, 'program'>> {
  if (program === null) return {};
  const resolved = await resolvePaths(surroundings, { cwd, instructionsFile: null });
  const { workspace } = surroundings.folders;
  const path = process.env['PATH'] ?? '';
  const from = (folder: string) => findProgram(surroundings, { program, cwd: folder, path });
  // A relative path is found from the folder of the run, unless there is none.
  const { state } = await ('cwd' in resolved
    ? from(resolved.cwd).catch(() => from(workspace))
    : from(workspace));
  return { program: state };
}

/** Started in the agent's own folder, where no repository has settings for it. */
export async function inspectVersion(
  { isolation, folders }: Eyes,
  { versionCommand }: Pick<Inspection, 'versionCommand'>,
  signal: AbortSignal,
): Promise<Pick<Findings, 'version'>> {
  if (versionCommand === null) return {};
  const [program, ...args] = versionCommand;
  const wrapped = isolation.wrap(folders, {
    command: [program, ...args],
    cwd: folders.workspace,
    env: baseEnvironment(folders),
  });
  const { exitCode, stdout } = await capture(wrapped, { signal, maxBytes: VERSION_MAX_BYTES });
  const [version] = (exitCode === 0 && VERSION.exec(stdout)) || [];
  return { version: version?.slice(0, VERSION_MAX) ?? null };
}
