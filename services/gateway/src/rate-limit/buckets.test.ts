import { describe, expect, it } from 'vitest';
import { openBuckets, type TakeShared } from './buckets.ts';

const rate = { perSecond: 1, burst: 100 };
/** Takes tokens until a bucket is empty and returns their number. */
const takeAll = ({ take }: ReturnType<typeof openBuckets>, key = 'k'): number => {
  let count = 0;
  while (take(key).taken) count += 1;
  return count;
};

describe('buckets of one replica', () => {
  it('give each key its own burst', () => {
    const buckets = openBuckets({ name: 'b', rate, now: () => 0 });
    expect(takeAll(buckets, 'one')).toBe(100);
    expect(takeAll(buckets, 'other')).toBe(100);
  });

  it('give refilled tokens', () => {
    let now = 0;
    const buckets = openBuckets({ name: 'b', rate, now: () => now });
    takeAll(buckets);
    now = 7_500;
    expect(takeAll(buckets)).toBe(7);
  });

  it('take nothing when peeked at', () => {
    const buckets = openBuckets({ name: 'b', rate, now: () => 0 });
    expect(buckets.peek('k').tokens).toBe(100);
    buckets.take('k');
    expect(buckets.peek('k').tokens).toBe(99);
    expect(buckets.peek('k').tokens).toBe(99);
  });
});

describe('buckets shared by replicas', () => {
  /** As Redis does it, without time. */
  const common = () => {
    const reports: number[] = [];
    let tokens = rate.burst;
    const shared: TakeShared = async (_, taken) => {
      reports.push(taken);
      tokens -= taken;
      return tokens;
    };
    return { shared, reports };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('are reported in batches', async () => {
    const { shared, reports } = common();
    const buckets = openBuckets({ name: 'b', rate, shared, now: () => 0 });
    for (let n = 0; n < 35; n++) {
      buckets.take('k');
      await settled();
    }
    expect(reports).toEqual([10, 10, 10]);
  });

  it('give together hardly more than one bucket', async () => {
    const { shared } = common();
    const replicas = [1, 2, 3].map(() => openBuckets({ name: 'b', rate, shared, now: () => 0 }));
    let given = 0;
    for (let n = 0; n < 200; n++) {
      for (const { take } of replicas) given += take('k').taken ? 1 : 0;
      await settled();
    }
    expect(given).toBeGreaterThanOrEqual(100);
    expect(given).toBeLessThanOrEqual(130);
  });

  it('count tokens taken during a report', async () => {
    let answer: (tokens: number) => void = () => undefined;
    const shared: TakeShared = () => new Promise((resolve) => (answer = resolve));
    const buckets = openBuckets({ name: 'b', rate, shared, now: () => 0 });
    for (let n = 0; n < 15; n++) buckets.take('k');
    answer(50);
    await settled();
    expect(buckets.peek('k').tokens).toBe(45);
  });

  it('limit on their own while there is no answer', async () => {
    const buckets = openBuckets({
      name: 'b',
      rate,
      shared: async () => undefined,
      now: () => 0,
    });
    let given = 0;
    for (let n = 0; n < 150; n++) {
      given += buckets.take('k').taken ? 1 : 0;
      await settled();
    }
    expect(given).toBe(100);
  });
});
