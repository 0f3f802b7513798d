/** What differs between two configurations, leaf by leaf. */
import { labelOf } from '../approvals.ts';

export interface Difference {
  readonly path: string;
  readonly label: string;
  /** undefined: not set. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Open = Readonly<Record<string, unknown>>;

export function differences(before: Open, after: Open): readonly Difference[] {
  const old = leavesOf(before);
  const now = leavesOf(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({
      path,
      label: fieldLabel(path),
      before: old.get(path),
      after: now.get(path),
    }));
}

/** Every leaf by its path, as a text. What is null or empty is as good as not set. */
export function leavesOf(object: Open, prefix = ''): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const [key, value] of Object.entries(object)) {
    const path = `${prefix}${key}`;
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, text] of leavesOf(value as Open, `${path}.`)) leaves.set(inner, text);
    } else leaves.set(path, shown(value));
  }
  return leaves;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('\n');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `adapterConfig.env.TOKEN` → `Environment: TOKEN`; `runtimeConfig.heartbeat.intervalSec` → `Interval in seconds`. */
export function fieldLabel(path: string): string {
  const keys = path.split('.').filter((key) => !['adapterConfig', 'runtimeConfig'].includes(key));
  const [first = '', ...rest] = keys;
  if (rest.length > 0 && ['env', 'headers'].includes(first)) {
    return `${wordOf(first)}: ${rest.join('.')}`;
  }
  return wordOf(keys.at(-1) ?? first);
}

const words: Readonly<Record<string, string>> = {
  cwd: 'Working folder',
  env: 'Environment',
  args: 'Arguments',
  url: 'URL',
  reportsTo: 'Manager',
  agentsMdPath: 'AGENTS.md path',
  canCreateAgents: 'May ask to hire agents',
  wakeOnDemand: 'Starts when work arrives',
  enabled: 'Starts on a timer',
  maxTurns: 'Maximum turns',
};

export const wordOf = (key: string): string =>
  words[key] ?? labelOf(key).replace(/ sec$/, ' in seconds');
