import { expect, it } from 'vitest';
import { RunSource } from '../vocabulary.ts';
import { isWokenBy } from './wake-rules.ts';

it.each(RunSource.options)('wakes an agent by %s', (source) => {
  const needsNoConsent = source === 'timer' || source === 'retry';
  expect(isWokenBy(source, { wakeOnDemand: true })).toBe(true);
  expect(isWokenBy(source, { wakeOnDemand: false })).toBe(needsNoConsent);
});
