/** What the state of an issue does not allow. */
import { hintedRequest, notedRequest } from '../second-try.ts';
import { filledFor, title, type MistakeRow, type Setting } from './mistake-row.ts';

export const stateMistakes = (setting: Setting): MistakeRow[] => [
  {
    mistake: 'a release of an issue that has ended',
    by: 'ann',
    line: `POST /api/issues/${setting.issues.ended}/release`,
    body: {},
    answers: [422, 'illegal_transition'],
    leads: ['the issue has ended', 'POST /api/issues/:issueId/comments'],
    secondTry({ hint = '' }) {
      const { line, ...noted } = notedRequest(hint);
      return { ...noted, line: line.replace(':issueId', setting.issues.ended) };
    },
  },
  {
    mistake: 'a start of an issue that has ended',
    by: 'ann',
    line: `PATCH /api/issues/${setting.issues.ended}`,
    body: { status: 'in_progress' },
    answers: [422, 'illegal_transition'],
    leads: ['the issue has ended'],
    secondTry: hintedRequest(filledFor(setting), { title }, '/issues'),
  },
];
