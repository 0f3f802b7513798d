/**
 * What a reader changes of a row while others may change it, too: only touched fields are the reader's. All others show
 * what they are now.
 */
import { changedFields } from './changed.ts';

export interface EditState<F extends object> {
  readonly touched: Partial<F>;
  /** What the reader saw of each touched field. */
  readonly seen: Partial<F>;
  /** The version of the row that the reader saw; undefined until a field is touched. */
  readonly version: number | undefined;
  /** What others have made of touched fields. */
  readonly theirs: Partial<F>;
}

export interface Row<F> {
  readonly fields: F;
  readonly version: number | undefined;
}

export const nothingTouched = { touched: {}, seen: {}, version: undefined, theirs: {} } as const;

/** A field that is as it was seen is touched no longer. */
export function touch<F extends object>(
  state: EditState<F>,
  row: Row<F>,
  change: Partial<F>,
): EditState<F> {
  const isFirst = Object.keys(state.touched).length === 0;
  const seen = { ...only(row.fields, change), ...only(state.seen, state.touched) };
  const touched = changedFields(seen, { ...state.touched, ...change });
  return {
    touched,
    seen: only(seen, touched),
    version: isFirst ? row.version : state.version,
    theirs: only(state.theirs, touched),
  };
}

/** The touched fields that others have changed since they were seen, unless to the same. */
export function lostFields<F extends object>({ touched, seen }: EditState<F>, now: F): Partial<F> {
  const is = only(now, touched);
  return only(changedFields(seen, is), changedFields(touched, is));
}

/** The reader sees the values of others beside their own, and may save over them. */
export function shown<F extends object>(state: EditState<F>, row: Row<F>): EditState<F> {
  const theirs = lostFields(state, row.fields);
  return { ...state, seen: { ...state.seen, ...theirs }, version: row.version, theirs };
}

/** After a row was saved with these fields: what was typed meanwhile is still to be saved. */
export function saved<F extends object>(
  state: EditState<F>,
  sent: Partial<F>,
  row: Row<F>,
): EditState<F> {
  const touched = changedFields(sent, state.touched);
  return { touched, seen: only(row.fields, touched), version: row.version, theirs: {} };
}

/** The fields of the one that the other has, too. */
const only = <T extends object>(fields: T, names: object): T =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in names)) as T;
