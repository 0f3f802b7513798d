/** Takes the fields of a head that an import knows, each by the schema of the operation that will get it. */
import type { z } from 'zod';
import type { Head } from './front-matter.ts';

/** What every head may have, and says nothing that the place of the file does not say. */
const OF_FORMAT = new Set(['schema', 'kind', 'slug']);

/** They decide what runs, where it goes, or what somebody may do, in this system or in others. */
const DANGEROUS = new Set([
  'adapterconfig',
  'allowed-tools',
  'args',
  'command',
  'cwd',
  'env',
  'environment',
  'heartbeat',
  'hooks',
  'mcpservers',
  'permissions',
  'runtimeconfig',
  'secrets',
  'webhooks',
]);

type Schemas = Readonly<Record<string, z.ZodType>>;
type Values<S extends Schemas> = { readonly [K in keyof S]?: z.output<S[K]> };

export interface ReadFields<S extends Schemas> {
  readonly values: Values<S>;
  /** Fields that their schemas refuse. */
  readonly bad: readonly string[];
  readonly leftOut: readonly string[];
  /** Those of `leftOut` that a person is told of in rows of their own. */
  readonly dangerous: readonly string[];
}

export const isDangerous = (key: string): boolean => DANGEROUS.has(key.toLowerCase());

/** A name that YAML takes for a number or a truth value is a name all the same. */
function parse(schema: z.ZodType, value: unknown) {
  const found = schema.safeParse(value);
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return found.success || !isPlain ? found : schema.safeParse(String(value));
}

export function readFields<S extends Schemas>(head: Head, schemas: S): ReadFields<S> {
  const values: Record<string, unknown> = {};
  const bad: string[] = [];
  const leftOut: string[] = [];
  for (const [key, value] of Object.entries(head)) {
    if (OF_FORMAT.has(key) || value === null) continue;
    if (!Object.hasOwn(schemas, key)) {
      leftOut.push(cut(key));
      continue;
    }
    const found = parse(schemas[key] as z.ZodType, value);
    if (found.success) values[key] = found.data;
    else bad.push(key);
  }
  return {
    values: values as Values<S>,
    bad,
    leftOut: leftOut.toSorted(),
    dangerous: leftOut.filter(isDangerous).toSorted(),
  };
}

const KEY_MAX = 64;
const cut = (key: string): string => key.slice(0, KEY_MAX).toWellFormed();
