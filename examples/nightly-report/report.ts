/**
 * An agent that reports what its company did in the last day: what was finished, what is blocked, and what the month has
 * cost. The report is a document of the issue that the program was started for, which a routine makes each night.
 */
import type { Output } from '@muster/client';
import { connectFromEnvironment } from '@muster/client/node';

const DAY_MS = 86_400_000;
const CENTS = 100;
/** Of one section: a report is read. */
const LINES_MAX = 50;

type Status = NonNullable<Output<'listIssues'>[number]['status']>;

const muster = connectFromEnvironment();
const { id: agentId, companyId } = await muster.getOwnAgent();
const { SERVICE_TASK_ID: issueId } = process.env;
if (!issueId) throw new Error('This program reports on an issue: start it for one');

/** The first of the list; the client reads further pages while they are wanted. */
async function linesOf(status: Status, updatedSince?: string): Promise<string> {
  const lines: string[] = [];
  const filter = { companyId, status: [status], ...(updatedSince ? { updatedSince } : {}) };
  for await (const { identifier, title } of muster.listIssues(filter)) {
    if (lines.length === LINES_MAX) break;
    lines.push(`- ${identifier} ${title}`);
  }
  return lines.length === 0 ? 'None.' : lines.join('\n');
}

await muster.checkoutIssue({ issueId, agentId, expectedStatuses: ['todo', 'in_progress'] });
const { spentMonthlyCents } = await muster.getCostSummary({ companyId });
const body = `## Finished since yesterday

${await linesOf('done', new Date(Date.now() - DAY_MS).toISOString())}

## Blocked

${await linesOf('blocked')}

## Cost of the month

$${(spentMonthlyCents / CENTS).toFixed(2)}
`;
await muster.writeIssueDocument({ issueId, document: 'report', body });
await muster.updateIssue({
  issueId,
  status: 'in_review',
  comment: 'The report is in the document `report`.',
});
await muster.updateIssue({ issueId, status: 'done' });
