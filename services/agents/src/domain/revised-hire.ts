/**
 * A hire as its requester has revised it. The board decides about what it was shown, so open
 * objects are replaced, not merged; only what was masked or cut for showing, and comes back so,
 * is kept.
 */
import { newAgent } from '@muster/contracts';
import type { AgentRow } from './agent.ts';
import { configOf, type Wanted } from './config.ts';
import { hireForBoard } from './hire.ts';
import { isSame, unmasked } from './json.ts';

type Json = Record<string, unknown>;

/** Fields that nobody knows or that cannot be are passed over: they were refused at the door. */
export function revisedHire(agent: AgentRow, hire: Json): Wanted {
  const current = { ...configOf(agent), metadata: agent.metadata };
  const shown: Json = hireForBoard(current);
  const revised = Object.entries(newAgent).flatMap(([key, schema]) => {
    if (!Object.hasOwn(hire, key) || isSame(hire[key], shown[key])) return [];
    const value = restored(hire[key], shown[key], current[key as keyof typeof current]);
    const parsed = schema.safeParse(value);
    return parsed.success ? [[key, parsed.data] as const] : [];
  });
  const { metadata, ...config } = { ...current, ...Object.fromEntries(revised) };
  return { config, metadata };
}

/** The keys that these paths begin with, as they are now. */
export function withoutFields(
  { config, metadata }: Wanted,
  agent: AgentRow,
  paths: readonly (readonly string[])[],
): Wanted {
  const wanted = { ...config, metadata };
  const kept = paths.reduce((all: typeof wanted, [field, key = '']) => {
    if (field !== 'adapterConfig' && field !== 'runtimeConfig' && field !== 'metadata') return all;
    const { [key]: _, ...others } = all[field] as Json;
    const current: Json = agent[field];
    return { ...all, [field]: key in current ? { ...others, [key]: current[key] } : others };
  }, wanted);
  const { metadata: keptMetadata, ...keptConfig } = kept;
  return { config: keptConfig, metadata: keptMetadata };
}

function restored(revised: unknown, shown: unknown, current: unknown): unknown {
  if (!isObject(revised) || !isObject(shown) || !isObject(current)) {
    return unmasked(revised, current);
  }
  return Object.fromEntries(Object.entries(revised).map(([key, value]) => [
    key,
    isSame(value, shown[key]) && key in current ? current[key] : unmasked(value, current[key]),
  ]));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
