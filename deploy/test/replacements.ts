/** Replacements of kustomize: a field of one document goes into a part of fields of another one. */
import { z } from 'zod';
import type { Document } from './schemas.ts';

const Selection = z.strictObject({ kind: z.string(), name: z.string() });

export const Replacement = z.strictObject({
  source: Selection.extend({ fieldPath: z.string() }),
  targets: z.array(
    z.strictObject({
      select: Selection,
      fieldPaths: z.array(z.string()),
      options: z.strictObject({ delimiter: z.string(), index: z.int().min(0) }),
    }),
  ),
});

type Fields = Record<string, unknown>;
/** An object, and the name of one of its fields. */
type Place = readonly [of: Fields, name: string];

/** Changes the documents; throws where there is no source or no target, as kustomize does. */
export function replaceIn(
  documents: readonly Document[],
  { source, targets }: z.output<typeof Replacement>,
): void {
  const [value] = placesOf(documentOf(documents, source), source.fieldPath).map(textAt);
  for (const { select, fieldPaths, options } of targets) {
    const document = documentOf(documents, select);
    for (const place of fieldPaths.flatMap((path) => placesOf(document, path))) {
      const parts = textAt(place).split(options.delimiter);
      parts[options.index] = value ?? '';
      const [of, name] = place;
      of[name] = parts.join(options.delimiter);
    }
  }
}

function documentOf(documents: readonly Document[], { kind, name }: z.output<typeof Selection>) {
  const found = documents.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name} for a replacement`);
  return found as unknown as Fields;
}

function textAt([of, name]: Place): string {
  const value = of[name];
  if (typeof value !== 'string') throw new Error(`a replacement finds no text at ${name}`);
  return value;
}

/** `a.*.b` and `a.[name=x].b`. */
function placesOf(document: Fields, path: string): Place[] {
  const segments = path.split(/\.(?![^[]*\])/);
  const last = segments.pop() ?? '';
  let found: Fields[] = [document];
  for (const segment of segments) found = found.flatMap((fields) => inside(fields, segment));
  if (found.length === 0) throw new Error(`a replacement has no target at ${path}`);
  return found.map((fields) => [fields, last]);
}

function inside(fields: Fields, segment: string): Fields[] {
  const [, key = '', value] = /^\[(\w+)=(.*)\]$/.exec(segment) ?? [];
  if (segment === '*' || value !== undefined) {
    const all = Object.values(fields) as Fields[];
    return value === undefined ? all : all.filter((each) => each[key] === value);
  }
  return [fields[segment] as Fields];
}
