import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composed, contracts, logOperations, PAGE_MAX, type Operation } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { largestRow, pages } from './pages.ts';

const root = join(import.meta.dirname, '..');
/** Eight answers of the largest size; a page that is too large for one ends earlier. */
const READ_MAX_BYTES = 8 * 786_432;

/** Of a list that is read on by a number instead of a cursor. */
const GOES_ON = 'afterSeq';

const own = new Set(Object.keys(logOperations));
const operations: readonly [string, Operation][] = [...contracts.map((c) => c.operations), composed]
  .flatMap((of) => Object.entries<Operation>(of))
  .filter(([name, { paged, input }]) => (paged || GOES_ON in input.shape) && !own.has(name));

describe('the page of every list', () => {
  it('is bounded, and no other', () => {
    const paged = new Set(operations.map(([name]) => name));
    expect(Object.keys(pages).toSorted()).toEqual([...paged].toSorted());
  });

  it.each(operations)(
    'of %s has a test with the largest rows, or small rows',
    (name, operation) => {
      const bound = pages[name];
      if (!bound) return;
      if ('filledBy' in bound) {
        const path = join(root, bound.filledBy);
        expect(existsSync(path)).toBe(true);
        expect(readFileSync(path, 'utf8')).toContain(bound.as ?? `'${name}'`);
        return;
      }
      expect((bound.rows ?? PAGE_MAX) * largestRow(operation, bound)).toBeLessThan(READ_MAX_BYTES);
    },
  );
});
