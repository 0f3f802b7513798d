/** Kustomize's replacements: each copies a value of one document into fields of others. */
import { z } from 'zod';
import type { Document } from './schemas.ts';

const Options = z.strictObject({ delimiter: z.string().min(1), index: z.int().min(0) });
const Selection = z.strictObject({
  kind: z.string(),
  name: z.string().optional(),
  labelSelector: z.string().optional(),
});

export const Replacement = z.strictObject({
  source: Selection.omit({ labelSelector: true }).extend({
    fieldPath: z.string(),
    options: Options.optional(),
  }),
  targets: z.array(
    z.strictObject({
      select: Selection,
      fieldPaths: z.array(z.string()),
      options: Options.optional(),
    }),
  ),
});
type Replacement = z.output<typeof Replacement>;

export const ReplacementTransformer = z.strictObject({
  apiVersion: z.literal('builtin'),
  kind: z.literal('ReplacementTransformer'),
  metadata: z.strictObject({ name: z.string() }),
  replacements: z.array(Replacement),
});
type Part = z.output<typeof Options> | undefined;

/** The documents with every replacement made. A source or a field that does not exist is an error. */
export function replaced(
  documents: readonly Document[],
  replacements: readonly Replacement[],
): Document[] {
  const copies = structuredClone([...documents]);
  for (const { source, targets } of replacements) {
    const from = copies.find((document) => isSelected(document, source));
    if (!from) throw new Error(`there is no ${source.kind} ${source.name} to copy from`);
    const text = partOf(textAt(from, source.fieldPath), source.options);
    for (const { select, fieldPaths, options } of targets) {
      for (const document of copies.filter((each) => isSelected(each, select))) {
        for (const path of fieldPaths) {
          setAll(document, keysOf(path), (old) => withPart(old, options, text));
        }
      }
    }
  }
  return copies;
}

function isSelected(
  { kind, metadata }: Document,
  { kind: wanted, name, labelSelector }: z.output<typeof Selection>,
): boolean {
  const { labels = {} } = metadata as { labels?: Record<string, string> };
  const [label = '', value] = labelSelector?.split('=') ?? [];
  return (
    kind === wanted &&
    (name === undefined || metadata.name === name) &&
    (labelSelector === undefined || labels[label] === value)
  );
}

/** `a.[b=c].0` → `a`, `[b=c]`, `0`; `*` is each item. */
const keysOf = (path: string): string[] => path.match(/\[[^\]]+\]|[^.]+/g) ?? [];

function textAt(document: unknown, path: string): string {
  const found = keysOf(path).reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[key],
    document,
  );
  if (typeof found !== 'string') throw new Error(`there is no text at ${path}`);
  return found;
}

function setAll(at: unknown, keys: readonly string[], change: (old: string) => string): void {
  const [key = '', ...rest] = keys;
  const [, field, value] = /^\[(.+)=(.+)\]$/.exec(key) ?? [];
  if (field !== undefined) {
    const items = (at as Record<string, unknown>[]).filter((item) => item[field] === value);
    for (const item of items) setAll(item, rest, change);
    return;
  }
  const inside = at as Record<string, unknown>;
  if (key === '*') {
    for (const item of Object.values(inside)) setAll(item, rest, change);
    return;
  }
  const inner = inside[key];
  if (inner === undefined) throw new Error(`a replacement has no target at ${keys.join('.')}`);
  if (rest.length > 0) setAll(inner, rest, change);
  else if (typeof inner === 'string') inside[key] = change(inner);
  else throw new Error(`a replacement has no text at ${keys.join('.')}`);
}

const partOf = (text: string, part: Part): string =>
  part ? (text.split(part.delimiter)[part.index] ?? '') : text;

function withPart(old: string, part: Part, text: string): string {
  if (!part) return text;
  const parts = old.split(part.delimiter);
  if (part.index >= parts.length) throw new Error(`${old} has no part ${part.index}`);
  return parts.with(part.index, text).join(part.delimiter);
}
