/**
 * A form over a row that others change, too. What the reader has typed stays, and only that is sent. If others have
 * changed other fields meanwhile, both changes are kept; if the same, the reader sees both values and decides.
 */
import { useState } from 'react';
import {
  lostFields,
  nothingTouched,
  saved,
  shown,
  touch,
  type EditState,
  type Row,
} from '../domain/edit.ts';
import type { Over, Versioned } from './write.ts';

export interface Edit<F extends object, R> {
  /** What the form shows. */
  readonly fields: F;
  /** What is to be saved. */
  readonly touched: Partial<F>;
  readonly isTouched: boolean;
  /** What others have made of touched fields, as the last attempt to save has found. */
  readonly theirs: Partial<F>;
  set(change: Partial<F>): void;
  /** The form stays open after these fields were saved. */
  saved(sent: Partial<F>, row: R): void;
  /** Undefined for a row that is yet to be made. */
  readonly over: Over<R & Versioned> | undefined;
}

interface Options<F, R> {
  readonly fieldsOf: (row: R | undefined) => F;
  readonly read?: (() => Promise<R & Versioned>) | undefined;
}

export function useEdit<F extends object, R extends object>(
  row: R | undefined,
  { fieldsOf, read }: Options<F, R>,
): Edit<F, R> {
  const [state, setState] = useState<EditState<F>>(nothingTouched);
  const rowOf = (of: R | undefined): Row<F> => ({ fields: fieldsOf(of), version: versionOf(of) });
  const latest = rowOf(row);
  const { touched, theirs, version = latest.version } = state;
  const collides = (now: R): boolean => {
    const isLost = Object.keys(lostFields(state, fieldsOf(now))).length > 0;
    if (isLost) setState((typed) => shown(typed, rowOf(now)));
    return isLost;
  };
  return {
    fields: { ...latest.fields, ...touched },
    touched,
    isTouched: Object.keys(touched).length > 0,
    theirs,
    set: (change) => setState((typed) => touch(typed, latest, change)),
    saved: (sent, now) => setState((typed) => saved(typed, sent, rowOf(now))),
    over: read && version !== undefined ? { version, read, collides } : undefined,
  };
}

const versionOf = (row: object | undefined): number | undefined =>
  row !== undefined && 'version' in row && typeof row.version === 'number'
    ? row.version
    : undefined;
