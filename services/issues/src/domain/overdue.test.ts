import { expect, it } from 'vitest';
import { isNoLongerOverdue } from './overdue.ts';

const [past, now, later] = [1, 2, 3].map((day) => `2026-03-0${day}T12:00:00.000Z`);
const issue = (dueAt: string | null | undefined, status: 'todo' | 'done' = 'todo') => ({
  dueAt: dueAt ?? null,
  status,
  updatedAt: now ?? '',
});

it.each([
  ['ends', issue(past), issue(past, 'done'), true],
  ['gets a later time', issue(past), issue(later), true],
  ['loses its time', issue(past), issue(null), true],
  ['stays open', issue(past), issue(past), false],
  ['ends in time', issue(later), issue(later, 'done'), false],
  ['never had a time', issue(null), issue(null, 'done'), false],
  ['had ended', issue(past, 'done'), issue(past), false],
])('an issue that %s: %#', (_, before, saved, expected) => {
  expect(isNoLongerOverdue(before, saved)).toBe(expected);
});
