/** What a field of an input is made of, read from its schema: a query knows only text. */
import type { Operation } from '@muster/contracts';
import type { z } from 'zod';

export type FieldKind = 'text' | 'number' | 'boolean' | { readonly listOf: FieldKind };

interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
}

export const fieldKinds = ({ input }: Operation): ReadonlyMap<string, FieldKind> =>
  new Map(Object.entries(input.shape).map(([name, schema]) => [name, kindOf(schema)]));

function kindOf(schema: z.core.$ZodType): FieldKind {
  const { type, innerType, element } = schema._zod.def as Definition;
  if (innerType) return kindOf(innerType);
  if (type === 'array' && element) return { listOf: kindOf(element) };
  return type === 'number' || type === 'boolean' ? type : 'text';
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * The value that a query's text stands for. Text that does not fit stays as it is, so that the
 * schema says what is wrong with it.
 */
export function valueOf(kind: FieldKind, given: unknown): unknown {
  if (typeof kind === 'object') {
    const texts = Array.isArray(given) ? given : [given];
    return texts
      .flatMap((text) => String(text).split(','))
      .map((text) => valueOf(kind.listOf, text.trim()));
  }
  if (typeof given !== 'string') return given;
  if (kind === 'number') return NUMBER.test(given) ? Number(given) : given;
  if (kind === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  return given;
}
