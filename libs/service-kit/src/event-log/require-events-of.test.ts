import type { EventRecord } from '@muster/contracts';
import { expect, it } from 'vitest';
import { requireEventsOf } from './require-events-of.ts';

const log = { producer: 'billing', companyId: 'ours' };
const own = { ...log, seq: 1 } as EventRecord;

it('takes events of the log that was read', () => {
  expect(() => requireEventsOf([own, { ...own, seq: 2 }], log)).not.toThrow();
});

it.each([{ producer: 'approvals' as const }, { companyId: 'theirs' }])(
  'refuses an answer with an event of %o',
  (foreign) => {
    expect(() => requireEventsOf([own, { ...own, ...foreign }], log)).toThrow(/the log of billing/);
  },
);
