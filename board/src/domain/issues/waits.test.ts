import { expect, it } from 'vitest';
import { openWaits, waitWords } from './waits.ts';

const wait = { until: null, signal: false, deadline: null, onDeadline: 'wake' as const };
const words = (more: object): string => waitWords({ ...wait, ...more }, (time) => time);

it('says what an agent waits for, and what happens at the latest', () => {
  expect(words({ until: '14:03' })).toBe('waits until 14:03');
  expect(words({ signal: true, until: '14:03' })).toBe('waits for a signal or until 14:03');
  expect(words({ signal: true, deadline: '15:00' })).toBe(
    'waits for a signal; at the latest: 15:00',
  );
  expect(words({ signal: true, deadline: '15:00', onDeadline: 'block' })).toBe(
    'waits for a signal; then blocked: 15:00',
  );
});

it('shows open waits only', () => {
  expect(openWaits([{ endedAt: null }, { endedAt: '14:03' }])).toEqual([{ endedAt: null }]);
});
