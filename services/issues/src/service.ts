/** Issues, their comments and who works on what: everything this service answers and reacts to. */
import { issues } from '@muster/contracts';
import { defineService } from '@muster/service-kit';
import { addComment } from './operations/add-comment.ts';
import { checkoutIssue } from './operations/checkout-issue.ts';
import { createIssue } from './operations/create-issue.ts';
import { getComment } from './operations/get-comment.ts';
import { getInbox } from './operations/get-inbox.ts';
import { getIssue } from './operations/get-issue.ts';
import { listComments } from './operations/list-comments.ts';
import { listIssues } from './operations/list-issues.ts';
import { locate } from './operations/locate.ts';
import { releaseIssue } from './operations/release-issue.ts';
import { updateIssue } from './operations/update-issue.ts';
import { freeWorkOfTerminatedAgent } from './reactions/free-work-of-terminated-agent.ts';
import { keepCompanies } from './reactions/keep-companies.ts';
import { keepRoster } from './reactions/keep-roster.ts';
import { openGateOfApprovedStrategy } from './reactions/open-gate-of-approved-strategy.ts';

export const issuesService = defineService({
  contract: issues,
  migrations: new URL('../migrations/', import.meta.url),
  operations: {
    createIssue, listIssues, getIssue, updateIssue, checkoutIssue, releaseIssue, addComment,
    listComments, getComment, getInbox,
  },
  // In this order: the roster knows of a termination before the work is freed.
  reactions: {
    keepCompanies, keepRoster, freeWorkOfTerminatedAgent, openGateOfApprovedStrategy,
  },
  locate,
});
