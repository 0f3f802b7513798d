/** Kinds of input fields, read from their schema: a query string carries text only. */
import type { Operation } from '@muster/contracts';
import type { z } from 'zod';

export type FieldKind = 'text' | 'number' | 'boolean' | { readonly listOf: FieldKind };

interface Definition {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
}

export const fieldKinds = ({ input }: Pick<Operation, 'input'>): ReadonlyMap<string, FieldKind> =>
  new Map(Object.entries(input.shape).map(([name, schema]) => [name, kindOf(schema)]));

function kindOf(schema: z.core.$ZodType): FieldKind {
  const { type, innerType, element } = schema._zod.def as Definition;
  if (innerType) return kindOf(innerType);
  if (type === 'array' && element) return { listOf: kindOf(element) };
  return type === 'number' || type === 'boolean' ? type : 'text';
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * Converts the text of a query parameter to the kind of its field. Text that does not fit is passed
 * on unchanged, so that the schema's error describes it.
 */
export function convertText(kind: FieldKind, given: unknown): unknown {
  if (typeof kind === 'object') {
    const texts = Array.isArray(given) ? given : [given];
    return texts
      .flatMap((text) => String(text).split(','))
      .map((text) => convertText(kind.listOf, text.trim()));
  }
  if (typeof given !== 'string') return given;
  if (kind === 'number') return NUMBER.test(given) ? Number(given) : given;
  if (kind === 'boolean') return given === 'true' ? true : given === 'false' ? false : given;
  return given;
}
