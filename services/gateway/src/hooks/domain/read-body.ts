/** What a hook takes of the body of a delivery: values at paths that its board has chosen, and nothing else. */
import { Refusal, type HookEffect, type HookFilter } from '@muster/contracts';

const TEXT_MAX = 4_000;
const KEY_MAX = 200;

export function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal('malformed_json');
  }
}

/** RFC 6901, own properties only; undefined where nothing is. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A text, number or truth value as text that can be stored; of anything else undefined. */
function textAt(document: unknown, pointer: string): string | undefined {
  const value = valueAt(document, pointer);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  return value.slice(0, TEXT_MAX).replaceAll('\0', '\uFFFD').toWellFormed();
}

export interface Brought {
  readonly brought: Readonly<Record<string, string>>;
  /** Why the delivery has no effect. */
  readonly ignored: string | null;
}

export function readBody(
  document: unknown,
  {
    effect,
    filters,
    enabled,
  }: { effect: HookEffect; filters: readonly HookFilter[]; enabled: boolean },
): Brought {
  const nothing = (ignored: string): Brought => ({ brought: {}, ignored });
  if (!enabled) return nothing('hook_disabled');
  const other = filters.find(({ at, equals }) => valueAt(document, at) !== equals);
  if (other) return nothing(cutReason(`filter ${other.at}`));
  const { values, required } = pathsOf(effect);
  const brought: Record<string, string> = {};
  for (const [name, path] of Object.entries(values)) {
    const text = textAt(document, path);
    if (text !== undefined && text !== '') brought[name] = text;
    else if (required.includes(name)) return nothing(cutReason(`nothing at ${path}`));
  }
  return { brought, ignored: null };
}

const cutReason = (text: string): string => text.slice(0, KEY_MAX);

interface Paths {
  readonly values: Readonly<Record<string, string>>;
  readonly required: readonly string[];
}

function pathsOf(effect: HookEffect): Paths {
  if (effect.kind === 'routine') return { values: effect.variables, required: [] };
  if (effect.kind === 'wait') {
    const { key, text } = effect;
    return { values: { key, ...(text === undefined ? {} : { text }) }, required: ['key'] };
  }
  const { issue, text } = effect;
  return { values: { issue, text }, required: ['issue', 'text'] };
}
