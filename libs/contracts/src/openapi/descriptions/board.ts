/** What pages for boards ask for and are shown. */
import type { Descriptions } from './description-table.ts';

export const boardFields: Descriptions = {
  // The inbox and the feed of several companies.
  'BoardInbox.companies':
    'The companies in which something waits for you, and what you may do there.',
  companyIds: 'The companies, separated by commas.',
  'followCompanies.Last-Event-ID':
    'The cursor of the last event that was received; it comes before `after`.',
  lastComment: 'The last comment; null if there is none.',
  'FailingWebhook.url': 'The address that does not answer.',
  userIds: 'The users, separated by commas.',

  // Lists.
  assigneeAgentIds: 'Only issues of these agents, separated by commas.',
  unassigned: 'Only issues without an assignee.',
  projectIds: 'Only issues of these projects, separated by commas.',
  ids: 'Only these issues, separated by commas.',
  sort: 'The order of the list, the first first; a search ignores it.',
  childCounts: 'How many issues have this one as their parent; only if it is selected.',
  'childCounts.ended': 'Those that have ended.',
  byStatus: 'How many issues have each status, of the first 1,000.',
  blockedBy: 'The issues that block this one.',
  blocks: 'The issues that this one blocks.',
  blocksMore: 'Whether it blocks more issues than are listed.',
  actions: 'Only events of these types, separated by commas.',
  'listRuns.source': 'Only runs that were started by one of these.',
  until: 'Only what is older than this moment.',
  clientRequestId: 'What the client has sent as `X-Request-Id`, cut and masked.',

  activityId: 'The event: the `id` of an entry of the activity.',

  // Agents and approvals.
  lastSucceededAt: 'When a run last succeeded; null if none has.',
  stuckBy:
    '`no_open_blocker`; `agent_held`: its agent fails and is held; `left_in_progress`: two runs in a row have left ' +
    'it so; `run_cancelled` or `run_failed`: no other run follows by itself; `agent_terminated`: nobody has it ' +
    'since; null where it is not stuck.',
  heldFor: 'Why its wake-ups wait; null if they do not.',
  liveRunId: 'The run that is queued or running; null for none.',
  skipCounts: 'How many wake-ups were skipped, by reason.',
  nextDueAt: 'When its timer is due next; null without a timer.',
  aboutAgentId: 'The agent that the decision is about; null for none.',
  newBudgetMonthlyCents: 'The limit of the month in cents that an approval of this override gives.',
  'UnresolvedMention.text': 'The word after `@` that names no agent.',

  // Signing in.
  'getInstance.signIn': 'The ways to sign in that this installation has.',
  'signIn.link': 'Whether links of one use sign in.',
  'getInstance.adapters': 'The adapters whose programs this installation can start.',
  'board.adapters': 'The adapters whose programs this installation can start.',
  program: 'Who asks.',
  approve: 'false: the program hears that you have refused.',
  'X-Sign-In-Code': 'The code behind `#` in the link.',
  'signInWithLink.code': 'The code behind `#` in the link.',
};
