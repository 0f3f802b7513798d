import { z } from 'zod';
import { company, companyOf } from '../../company-of.ts';
import { cut, fit } from '../../domain/fit.ts';
import { reads, tool, type ToolCall } from '../../tool.ts';

const MAX_BYTES = 6_000;
const LISTED = 50;

interface Line {
  readonly id: string | null;
  readonly text: string | null;
  readonly costCents: number;
  readonly unknownCents: number;
}

interface Window {
  readonly companyId: string;
  readonly limit: number;
}

export const readCosts = tool({
  name: 'read_costs',
  description: 'What the company has spent this month of its budget, and by what, in cents.',
  input: z.strictObject({
    company,
    by: z.enum(['agent', 'project', 'issue', 'model']).default('agent'),
  }),
  hints: reads,
  async run({ company: named, by }, call) {
    const companyId = await companyOf(call, named);
    const [{ answer: summary }, lines] = await Promise.all([
      call.perform('getCostSummary', { companyId }),
      linesBy[by]({ companyId, limit: LISTED }, call),
    ]);
    return fit({
      maxBytes: MAX_BYTES,
      items: lines,
      keep: 'first',
      build: (shown, textMax) => ({
        month: summary.month,
        spentCents: summary.spentMonthlyCents,
        budgetCents: summary.budgetMonthlyCents || undefined,
        unknownCents: summary.unknownCents || undefined,
        by,
        costs: shown.map(({ id, text, costCents, unknownCents }) => ({
          id,
          costCents,
          unknownCents: unknownCents || undefined,
          said: cut(text, textMax),
        })),
        more: shown.length < lines.length ? { notShown: lines.length - shown.length } : undefined,
      }),
    });
  },
});

type Lines = (window: Window, call: ToolCall) => Promise<Line[]>;

const linesBy: Readonly<Record<'agent' | 'project' | 'issue' | 'model', Lines>> = {
  agent: async (window, { perform }) =>
    (await perform('listCostsByAgent', window)).answer.map(({ agentId, agentName, ...sums }) => ({
      ...sums,
      id: agentId,
      text: agentName,
    })),
  project: async (window, { perform }) =>
    (await perform('listCostsByProject', window)).answer.map((line) => ({
      ...line,
      id: line.projectId,
      text: line.projectName,
    })),
  issue: async (window, { perform }) =>
    (await perform('listCostsByIssue', window)).answer.map((line) => ({
      ...line,
      id: line.issueIdentifier,
      text: line.issueTitle,
    })),
  model: async (window, { perform }) =>
    (await perform('listCostsByModel', window)).answer.map((line) => ({
      ...line,
      id: null,
      text: `${line.provider} ${line.model}`,
    })),
};
