/**
 * The path of an agent's instructions. The agent may set it itself, so it is resolved here, as
 * text: a relative path may not leave `cwd`. The server never opens the file.
 */
import { adapterOf, Refusal, type AdapterType, type AgentConfig } from '@muster/contracts';

/** The key of adapterConfig that holds the path. */
export function pathKey(adapterType: AdapterType, asked: string | undefined): string {
  const { pathKeys: known, hasDefaultPath } = adapterOf(adapterType);
  const key = asked ?? (hasDefaultPath ? known[0] : undefined);
  if (key === undefined || !known.includes(key)) {
    throw new Refusal('not_a_path_key', { adapterType, adapterConfigKey: key ?? null, known });
  }
  return key;
}

/** An absolute path unchanged; a relative one resolved against `cwd`. */
export function resolvedPath(path: string, cwd: unknown): string {
  if (path.startsWith('/')) return path;
  if (typeof cwd !== 'string' || !cwd.startsWith('/')) {
    throw new Refusal('unusable_path', { reason: 'a relative path needs an absolute cwd' });
  }
  const inside: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') inside.push(segment);
    else if (inside.pop() === undefined) {
      throw new Refusal('unusable_path', { reason: 'the path leads out of cwd' });
    }
  }
  return `${cwd.replace(/\/+$/, '')}/${inside.join('/')}`;
}

/** Resolves the paths that a caller has changed. */
export function withResolvedPaths(before: AgentConfig, after: AgentConfig): AgentConfig {
  const { cwd } = after.adapterConfig;
  const resolved = adapterOf(after.adapterType).pathKeys.flatMap((key) => {
    const path = after.adapterConfig[key];
    if (path === undefined || path === before.adapterConfig[key]) return [];
    if (typeof path !== 'string') {
      throw new Refusal('unusable_path', { reason: `${key} must be a string` });
    }
    return [[key, resolvedPath(path, cwd)] as const];
  });
  return { ...after, adapterConfig: { ...after.adapterConfig, ...Object.fromEntries(resolved) } };
}
