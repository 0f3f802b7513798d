import { describe, expect, it } from 'vitest';
import { clientRequestIdOf } from './client-request-id.ts';

describe('the request id of a client', () => {
  it.each([
    ['is kept', 'order-17/step.2', 'order-17/step.2'],
    ['is cut', 'x'.repeat(500), 'x'.repeat(128)],
    ['has its tokens masked', `job:mst_agent_${'a'.repeat(50)}`, 'job:***'],
    [
      'is masked before it is cut',
      `${'x'.repeat(120)}:sk-${'a'.repeat(40)}`,
      `${'x'.repeat(120)}:***`,
    ],
    ['is dropped with characters that a log line does not hold', 'a b', undefined],
    ['is dropped if it is empty', '', undefined],
    ['is dropped if it was sent twice', ['a', 'b'], undefined],
  ])('%s', (_, given, kept) => {
    expect(clientRequestIdOf(given)).toBe(kept);
  });
});
