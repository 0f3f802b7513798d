/** Fields that are not known, and the field that a client has evidently meant by each. */
import { nearestOf } from '@muster/service-kit';

/** One of the `details` of the refusal `invalid_input`. */
export interface UnknownField {
  readonly path: readonly string[];
  readonly code: 'unrecognized_keys';
  readonly message: string;
  /** The field that is nearest by letters. */
  readonly nearest?: string;
}

/** `name`: the path of the field, with dots. `known`: names that it could have there. */
export function unknownField(name: string, known: readonly string[]): UnknownField {
  const path = name.split('.');
  const nearest = nearestOf(path.at(-1) ?? '', known, (each) => [each]);
  return {
    path,
    code: 'unrecognized_keys',
    message: nearest === undefined ? 'unknown field' : `unknown field; did you mean ${nearest}?`,
    ...(nearest !== undefined && { nearest }),
  };
}

export interface FieldNames {
  readonly known: (name: string) => boolean;
  /** Names of the record that the answer shows, under which a client may send it back. */
  readonly shown?: ReadonlySet<string>;
  /** Fields that the request could have and does not. */
  readonly free: readonly string[];
}

/**
 * The fields that were evidently meant to be another one, which the request does not have. Clients
 * send a record back as they have read it, so what it shows is no misspelling: its own texts and
 * numbers, and objects, which show other records.
 */
export const misnamedFields = (
  given: Readonly<Record<string, unknown>>,
  { known, shown, free }: FieldNames,
): readonly UnknownField[] =>
  Object.entries(given)
    .filter(([name, value]) => !known(name) && isPlain(value))
    .filter(([name, value]) => Array.isArray(value) || !shown?.has(name))
    .map(([name]) => unknownField(name, free))
    .filter(({ nearest }) => nearest !== undefined);

const isPlain = (value: unknown): boolean =>
  value !== null && [value].flat().every((each) => typeof each !== 'object');
