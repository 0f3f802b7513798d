/**
 * A hire as its requester has revised it. The board decides on what it has read, so open objects
 * are replaced, not merged. A value that was masked for the board, and comes back so, keeps
 * its original.
 */
import { isJsonObject, isSame, newAgent } from '@muster/contracts';
import type { AgentRow } from './agent.ts';
import { type AgentSettings, configOf } from './config.ts';
import { hireForBoard } from './hire.ts';
import { unmask } from './json.ts';

type Json = Record<string, unknown>;

/** Ignores unknown and invalid fields: the approvals service has refused them already. */
export function revisedHire(agent: AgentRow, hire: Json): AgentSettings {
  const current = { ...configOf(agent), metadata: agent.metadata };
  const presented: Json = hireForBoard(current);
  const revised = Object.entries(newAgent).flatMap(([key, schema]) => {
    if (!Object.hasOwn(hire, key) || isSame(hire[key], presented[key])) return [];
    const value = restoredValue(hire[key], presented[key], current[key as keyof typeof current]);
    const parsed = schema.safeParse(value);
    return parsed.success ? [[key, parsed.data] as const] : [];
  });
  const { metadata, ...config } = { ...current, ...Object.fromEntries(revised) };
  return { config, metadata };
}

/** Restores the current value of the keys that these paths begin with. */
export function withoutFields(
  { config, metadata }: AgentSettings,
  agent: AgentRow,
  paths: readonly (readonly string[])[],
): AgentSettings {
  const wanted = { ...config, metadata };
  const restored = paths.reduce((all: typeof wanted, [field, key = '']) => {
    if (field !== 'adapterConfig' && field !== 'runtimeConfig' && field !== 'metadata') return all;
    const { [key]: _, ...others } = all[field] as Json;
    const current: Json = agent[field];
    return { ...all, [field]: key in current ? { ...others, [key]: current[key] } : others };
  }, wanted);
  const { metadata: restoredMetadata, ...restoredConfig } = restored;
  return { config: restoredConfig, metadata: restoredMetadata };
}

function restoredValue(revised: unknown, presented: unknown, current: unknown): unknown {
  if (!isJsonObject(revised) || !isJsonObject(presented) || !isJsonObject(current)) {
    return unmask(revised, current);
  }
  return Object.fromEntries(
    Object.entries(revised).map(([key, value]) => [
      key,
      isSame(value, presented[key]) && key in current ? current[key] : unmask(value, current[key]),
    ]),
  );
}
