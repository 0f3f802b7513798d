/** What each field of a cost, of a budget and of a list of costs may be. */
import { UNKNOWN, type FieldRow, type Named } from './fields.ts';

const MOST = 1_000_000_000_000;
const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

const cents = (field: string): FieldRow[] => [
  [field, 0, 201],
  [field, MOST, 201],
  [field, MOST + 1, 400],
  [field, -1, 400],
  [field, 0.5, 400],
  [field, '5', 400],
  [field, null, 400],
];
const text = (field: string, most: number): FieldRow[] => [
  [field, 'x'.repeat(most), 201],
  [field, 'x'.repeat(most + 1), 400],
  [field, 5, 400],
];
const link = (field: string, code: string): FieldRow[] => [
  [field, null, 201],
  [field, UNKNOWN, 404, code],
  [field, 'x', 400],
  [field, 5, 400],
];

export const costFields: readonly FieldRow[] = [
  ['agentId', ({ ann }: Named) => ann, 201],
  ['agentId', undefined, 400],
  ['agentId', 'x', 400],
  ['agentId', null, 400],
  ['agentId', UNKNOWN, 404, 'agent_not_found'],
  ['agentId', ({ eve }: Named) => eve, 404, 'agent_not_found'],
  ...cents('costCents').filter(([, value]) => value !== MOST),
  ...['inputTokens', 'outputTokens', 'cachedInputTokens'].flatMap(cents),
  ...text('provider', 100),
  ['provider', '', 400],
  ['provider', undefined, 400],
  ...text('model', 200),
  ['model', '', 400],
  ['model', undefined, 400],
  ...text('billingCode', 200),
  ['billingCode', null, 201],
  ...text('eventId', 200),
  ['eventId', '', 400],
  ['eventId', 'run:1:1', 400],
  ['priceStatus', 'measured', 201],
  ['priceStatus', 'estimated', 201],
  ['priceStatus', 'unknown', 400],
  ['priceStatus', 'guessed', 400],
  ['occurredAt', '2000-01-01T00:00:00.000Z', 201],
  ['occurredAt', '2026-02-28T23:59:59Z', 201],
  ['occurredAt', '1999-12-31T23:59:59.999Z', 400],
  ['occurredAt', '2100-01-01T00:00:00Z', 400],
  ['occurredAt', '2026-02-30T00:00:00Z', 400],
  ['occurredAt', '2026-02-01', 400],
  ['occurredAt', '2026-02-01T00:00:00+01:00', 400],
  ['occurredAt', 5, 400],
  ['occurredAt', inHours(20), 201],
  ['occurredAt', inHours(28), 400],
  ['issueId', ({ issue }: Named) => issue, 201],
  ['issueId', ({ foreignIssue }: Named) => foreignIssue, 404, 'issue_not_found'],
  ...link('issueId', 'issue_not_found'),
  ...link('projectId', 'project_not_found'),
  ...link('goalId', 'goal_not_found'),
  ...link('runId', 'run_not_found'),
];

export const budgetFields: readonly FieldRow[] = [
  ...cents('budgetMonthlyCents'),
  ['budgetMonthlyCents', undefined, 400] as const,
].map(([field, value, status]): FieldRow => [field, value, status === 201 ? 200 : status]);

const moment = (field: string): FieldRow[] => [
  [field, '2026-11-01T00:00:00.000Z', 200],
  [field, '2026-11-01T00:00:00Z', 200],
  [field, '1999-12-31T00:00:00Z', 400],
  [field, '2100-01-01T00:00:00Z', 400],
  [field, '2026-11-01', 400],
  [field, 'yesterday', 400],
  [field, '', 400],
];

export const costQueries: readonly FieldRow[] = [
  ...moment('from'),
  ...moment('to'),
  ['limit', 1, 200],
  ['limit', 500, 200],
  ['limit', 501, 200],
  ['limit', 0, 400],
  ['limit', -1, 400],
  ['limit', 1.5, 400],
  ['limit', 'all', 400],
];
