/** What the requests of the rows say; the yardstick records the same ones. */
import { issueText } from './seed.ts';

export const COMMENT = { body: 'Measured twice; the second figure is the one that counts.' };

export const newIssue = (number: number) => ({
  title: `Be made, number ${number}`,
  description: issueText('Made under load.'),
  status: 'todo',
});

export const newCost = (agentId: string, issueId?: string) => ({
  agentId,
  issueId,
  costCents: 1,
  provider: 'bench',
  model: 'model-1',
  inputTokens: 1_000,
  outputTokens: 100,
});

export const newClaim = (agentId: string) => ({ agentId, expectedStatuses: ['todo'] });
