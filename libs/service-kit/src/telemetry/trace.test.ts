import { describe, expect, it } from 'vitest';
import { childTraceparent, newTraceparent, traceIdOf } from './trace.ts';

describe('a trace', () => {
  it('keeps its id from hop to hop, under another span', () => {
    const first = newTraceparent();
    const second = childTraceparent(first);
    expect(traceIdOf(second)).toBe(traceIdOf(first));
    expect(second).not.toBe(first);
    expect(second).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it.each([null, undefined, '', 'garbage', '00-short-ff-01'])('begins anew after %s', (parent) => {
    expect(childTraceparent(parent)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});
