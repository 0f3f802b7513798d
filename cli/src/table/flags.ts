/** Flags that several commands have. */
import type { Argument, Flag } from './command.ts';

export const limit: Flag = {
  name: 'limit',
  value: 'number',
  says: 'At most so many (50); 0 is all',
};

export const note: Flag = {
  name: 'note',
  value: 'text',
  says: 'What the one who asked reads of it; - reads standard input',
  field: 'decisionNote',
};

export const revision: Flag = {
  name: 'revision',
  value: 'number',
  says: 'The revision that you have read; needed above the first',
  field: 'revision',
};

export const idempotencyKey: Flag = {
  name: 'idempotency-key',
  value: 'key',
  says: 'Repeat an earlier command: its effect is not made twice',
};

export const agent: Argument = {
  name: 'agent',
  says: 'Its name, url key or id; me is the caller',
  field: 'agentId',
  is: 'agent',
};

export const issue: Argument = {
  name: 'issue',
  says: 'Its identifier, such as ACM-12, or its id',
  field: 'issueId',
};

export const run: Argument = { name: 'run', says: 'Its id', field: 'runId' };

export const approval: Argument = { name: 'approval', says: 'Its id', field: 'approvalId' };

export const follow: Flag = { name: 'follow', short: 'f', says: 'Go on as more comes' };

export const hiddenToken = 'Never an argument: it is asked for, or read from standard input.';
