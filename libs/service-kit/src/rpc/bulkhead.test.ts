import { describe, expect, it } from 'vitest';
import { openBulkhead } from './bulkhead.ts';

/** Work that goes on until it is told to end, and a list of what has begun. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => (): Promise<string> => {
    begun.push(name);
    return new Promise((resolve, reject) => {
      ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  };
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await new Promise(setImmediate);
  };
  return { begun, work, end };
}

describe('a bulkhead', () => {
  it('limits the work per key, and admits the next in order of arrival', async () => {
    const { begun, work, end } = openWork();
    const { within } = openBulkhead(2);
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => within(name[0], work(name)));
    await new Promise(setImmediate);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    await end('a1');
    expect(begun.at(-1)).toBe('a4');
    for (const name of ['a3', 'a4', 'b1']) await end(name);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  });

  it('gives the place of failed work to the next', async () => {
    const { begun, work, end } = openWork();
    const { within } = openBulkhead(1);
    const failed = Promise.allSettled([within('a', work('first'))]);
    const second = within('a', work('second'));
    await new Promise(setImmediate);
    expect(begun).toEqual(['first']);
    await end('first', new Error('broken'));
    expect(await failed).toEqual([{ status: 'rejected', reason: new Error('broken') }]);
    expect(begun).toEqual(['first', 'second']);
    await end('second');
    expect(await second).toBe('second');
  });

  it('does not limit work without a key', async () => {
    const { begun, work, end } = openWork();
    const { within } = openBulkhead(1);
    const all = ['x', 'y', 'z'].map((name) => within(undefined, work(name)));
    expect(begun).toEqual(['x', 'y', 'z']);
    for (const name of ['x', 'y', 'z']) await end(name);
    await Promise.all(all);
  });
});
