/** The form of a request that is revised: a field for each leaf of what was asked. */
import { isOfAgent } from '../approvals.ts';
import type { FieldKind, FormField, Open } from './config-form.ts';

/** A longer text gets lines of its own. */
const SHORT_CHARS = 80;

export function payloadFields(payload: Open, path: readonly string[] = []): readonly FormField[] {
  return Object.entries(payload).flatMap(([key, value]) => {
    const at = [...path, key];
    if (isOpen(value)) return payloadFields(value, at);
    const kind = kindOf(key, value);
    return kind === undefined ? [] : [{ path: at, kind, required: false, hint: hintOf(key, kind) }];
  });
}

const isOpen = (value: unknown): value is Open =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is null, or a list of other things than texts, is revised by who can write it: an agent. */
function kindOf(key: string, value: unknown): FieldKind | undefined {
  if (key === 'reportsTo') return 'agent';
  if (isOfAgent(key)) return undefined;
  if (typeof value === 'boolean') return 'switch';
  if (typeof value === 'number') return 'number';
  if (Array.isArray(value))
    return value.every((each) => typeof each === 'string') ? 'lines' : undefined;
  if (typeof value !== 'string') return undefined;
  return value.length > SHORT_CHARS || value.includes('\n') ? 'long' : 'text';
}

const hintOf = (key: string, kind: FieldKind): string =>
  kind === 'number' && key.endsWith('Cents') ? 'In cents; 0 is no limit.' : '';
