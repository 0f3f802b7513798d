import { describe, expect, it } from 'vitest';
import { DONE, driveLoad, DRY, forSteps } from './load.ts';

const clients = ['a', 'b', 'c'];
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('a window of a number of steps', () => {
  it('has exactly as many, over all clients', async () => {
    const taken: string[] = [];
    const window = await driveLoad(clients, forSteps(10), async (client) => {
      taken.push(client);
      await nextTick();
      return DONE;
    });
    expect(taken).toHaveLength(10);
    expect(new Set(taken).size).toBe(3);
    expect(window.requests).toBe(10);
    expect(window.latenciesMs).toHaveLength(10);
  });

  it('ends early when a client has no work left', async () => {
    let left = 4;
    const window = await driveLoad(clients, forSteps(10), async () => {
      await nextTick();
      left -= 1;
      return left < 0 ? DRY : DONE;
    });
    expect(window.requests).toBe(4);
  });

  it('counts each kind of failure', async () => {
    const outcomes = ['one', DONE, 'two', 'one'];
    const { failures } = await driveLoad(['a'], forSteps(4), async () => outcomes.shift() ?? '');
    expect(Object.fromEntries(failures)).toEqual({ one: 2, two: 1 });
  });
});
