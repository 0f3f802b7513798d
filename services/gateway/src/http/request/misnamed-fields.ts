/** Fields that are not known, and the field that a client may have meant by each. */
import { nearestName } from '../similar/nearest-name.ts';

/** One of the `details` of the refusal `invalid_input`. */
export interface UnknownField {
  readonly path: readonly string[];
  readonly code: 'unrecognized_keys';
  readonly message: string;
  /** The field that is most like it. */
  readonly nearest?: string;
}

/** `name`: the path of the field, with dots. `known`: names that it could have there. */
export function unknownField(name: string, known: readonly string[]): UnknownField {
  const path = name.split('.');
  const nearest = nearestName(path.at(-1) ?? '', known)?.name;
  return {
    path,
    code: 'unrecognized_keys',
    message: nearest === undefined ? 'unknown field' : `unknown field; did you mean ${nearest}?`,
    ...(nearest !== undefined && { nearest }),
  };
}

export interface FieldNames {
  readonly known: (name: string) => boolean;
  /** Fields that the request could have and does not. */
  readonly free: readonly string[];
}

/**
 * The fields that were evidently meant to be another one, which the request does not have. Objects
 * are left out: clients send a record back as they have read it, with what it shows of others.
 */
export const misnamedFields = (
  given: Readonly<Record<string, unknown>>,
  { known, free }: FieldNames,
): readonly UnknownField[] =>
  Object.entries(given)
    .filter(([name, value]) => !known(name) && isPlain(value) && nearestName(name, free)?.isMeant)
    .map(([name]) => unknownField(name, free));

const isPlain = (value: unknown): boolean =>
  value !== null && [value].flat().every((each) => typeof each !== 'object');
