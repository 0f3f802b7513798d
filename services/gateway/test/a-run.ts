import type { Run } from '@muster/contracts';
import { newId } from '@muster/service-kit';

/** A run as the scheduler answers it: live, unless the test says otherwise. */
export const aRun = (overrides: Partial<Run> = {}): Run => ({
  id: newId(),
  companyId: newId(),
  agentId: newId(),
  source: 'timer',
  reason: null,
  status: 'running',
  epoch: 1,
  issueId: null,
  wakeReason: null,
  context: {},
  startedAt: null,
  finishedAt: null,
  exitCode: null,
  signal: null,
  error: null,
  errorCode: null,
  usage: null,
  resultSummary: null,
  logBytes: 0,
  createdAt: new Date().toISOString(),
  ...overrides,
});
