/** The positions of ids in an operation's input, found in its schema, so that no field is missed. */
import { AgentRef, IssueRef, methodOf, pathParams } from '@muster/contracts';
import type { z } from 'zod';
import type { Route } from '../routes.ts';
import { thingOf, type Thing } from './things.ts';

export interface IdPosition {
  readonly where: 'path' | 'query' | 'body';
  /** Field names from the outside in; `*` is an element of a list. */
  readonly path: readonly string[];
  readonly thing: Thing;
  /** Whether a name is accepted as well: an issue's identifier, an agent's URL key. */
  readonly takesName: boolean;
}

export type Schema = z.core.$ZodType;
type Found = Pick<IdPosition, 'path' | 'takesName'> & { readonly field: string };

const takesName = (schema: Schema): boolean => schema === IssueRef || schema === AgentRef;

export const isIdSchema = (schema: Schema): boolean => {
  if (takesName(schema)) return true;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'string' && 'format' in def && def.format === 'guid';
};

export function idPositions({ name, operation }: Route): IdPosition[] {
  const params = pathParams(operation);
  const method = methodOf(operation);
  const whereOfOthers =
    method === 'GET' || method === 'DELETE' || operation.bodyStreams ? 'query' : 'body';
  return Object.entries(operation.input.shape).flatMap(([field, schema]) =>
    idsIn(schema, { path: [field], field, takesName: false }).map(
      ({ field: named, ...found }): IdPosition => ({
        ...found,
        where: params.includes(field) ? 'path' : whereOfOthers,
        thing: thingOf(name, named),
      }),
    ),
  );
}

function idsIn(schema: Schema, at: Found): Found[] {
  if (isIdSchema(schema)) return [{ ...at, takesName: takesName(schema) }];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const below = (inner: Schema, name: string): Found[] =>
    idsIn(inner, { ...at, path: [...at.path, name], field: name === '*' ? at.field : name });
  switch (def.type) {
    case 'array':
      return below(def.element, '*');
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => below(inner, name));
    case 'union':
      return def.options.flatMap((option) => idsIn(option, at));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return idsIn(def.innerType, at);
    default:
      return [];
  }
}

/** The input with a value at a position, in the first element of a list; missing objects on the path are created. */
export function withValueAt(input: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (name === '*') return [withValueAt(Object(input)[0], rest, value)];
  const fields = typeof input === 'object' ? input : {};
  return { ...fields, [name]: withValueAt(Object(fields)[name], rest, value) };
}
