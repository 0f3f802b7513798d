/** What one run and one issue have cost: who may see them is decided where they are kept. */
import { z } from 'zod';
import { CostsOfIssue, CostsOfRun } from '../billing/costs-of-one.ts';
import { operation } from '../define.ts';
import { IssueRef, PathId } from '../vocabulary.ts';

export const composedCosts = {
  getIssueCosts: operation({
    http: 'GET /api/issues/:issueId/costs',
    summary: 'What an issue has cost: in total, by month and by agent.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef }),
    output: CostsOfIssue,
    refusals: ['issue_not_found'],
  }),
  getRunCosts: operation({
    http: 'GET /api/heartbeat-runs/:runId/costs',
    summary: 'What a run has cost: in total, and by model.',
    who: ['agent', 'board'],
    input: z.object({ runId: PathId }),
    output: CostsOfRun,
    refusals: ['run_not_found'],
  }),
} as const;
