/**
 * Tests that need what a machine may lack: a program, a right, a server. Where it is lacking they are skipped, which
 * the last line of `pnpm test` counts as not run. The functions of this file are the only way to skip.
 */
import { describe, it, type TestOptions } from 'vitest';

interface Each<T> {
  (title: string, body: (one: T) => unknown): void;
  (title: string, options: TestOptions, body: (one: T) => unknown): void;
}

type Declare = (...titled: readonly unknown[]) => void;

/** Titles have `%s` for the case, or `$field` of it. A case that is a list is passed as one. */
const each = <T>(
  block: typeof describe | typeof it,
  all: readonly T[],
  has: (one: T) => boolean,
): Each<T> => {
  const declare = (to: unknown, cases: readonly T[], titled: readonly unknown[]): void => {
    if (cases.length > 0) ((to as typeof it).for(cases) as Declare)(...titled);
  };
  const present = all.filter(has);
  const lacking = all.filter((one) => !present.includes(one));
  return (...titled: readonly unknown[]) => {
    declare(block, present, titled);
    declare(block.skip, lacking, titled);
  };
};

/** @param has whether this machine has what the case needs */
export const describeEach = <T>(all: readonly T[], has: (one: T) => boolean): Each<T> =>
  each(describe, all, has);

/** @param has whether this machine has what the case needs */
export const itEach = <T>(all: readonly T[], has: (one: T) => boolean): Each<T> =>
  each(it, all, has);

/**
 * The same for blocks that mostly wait: the cases run beside each other, so each has what it uses to itself. The tests
 * of a case run one after the other.
 */
export const describeBeside =
  <T>(all: readonly T[], has: (one: T) => boolean = () => true, options: TestOptions = {}) =>
  (title: string, body: (one: T) => void): void =>
    describeEach(all, has)(title, { ...options, concurrent: true }, (one) => {
      describe('alone', { concurrent: false }, () => {
        body(one);
      });
    });
