/** Explanations of the reasons for and against a wake-up, with what to do about them. */
import type { WakeRecords } from '@muster/contracts';

const explanations: Readonly<Record<string, string>> = {
  run_queued: 'A queued run includes it; the agent receives it when the run starts.',
  waiting_to_be_fetched:
    'The agent is remote, and its program has not taken the wake-up: with an agent key it asks for ' +
    'GET /api/agents/me/wakes?wait=55, then sends POST /api/agents/me/wakes/:wakeId/ack. See that it ' +
    'runs, and that it has a key: POST /api/agents/:agentId/keys.',
  run_in_progress: 'The agent has a run in progress; its next run follows at once and includes it.',
  about_to_run: 'The agent is idle; a run for it is created within a second or two.',
  agent_paused: 'The agent is paused; it is woken when it is resumed.',
  agent_in_loop: 'The agent was stopped because wake-ups formed a loop; resume it.',
  company_paused: 'The company is paused; the agent is woken when it is active again.',
  company_archived: 'The company is archived; its agents do not run.',
  waiting_for_budget: 'The budget is exhausted; the run starts when budget is available again.',
  waiting_for_retry: 'The agent could not be called; the call is repeated later.',
  agent_failing: 'The last run of the agent failed; it waits before it is tried again.',
  waiting_for_provider:
    'Its model provider is overloaded or away; one agent of its login tries again at heldUntil, and the ' +
    'others follow when it succeeds.',
  waiting_for_quota:
    'The quota of its model provider is used up; it runs again at heldUntil, or when the board lifts ' +
    'the hold: POST /api/agents/:agentId/quota-hold/lift.',
  run_cancelled: 'The run that included it was cancelled before it started.',
  issue_ended: 'Before its run started, the issue was done or cancelled.',
  no_longer_assigned:
    'Before its run started, the issue was given to another assignee, or to none.',
  run_failed: 'It was given up: its run could not be started or was lost too often.',
  wake_on_demand_off: 'runtimeConfig.heartbeat.wakeOnDemand of the agent is off.',
  agent_not_runnable: 'The agent was waiting for approval or was terminated.',
  quoted: 'The comment mentions the agent in a quote of what another has written.',
  too_many_wakes: 'The comment mentions more agents than one comment may wake.',
  own_doing: 'Agents are not woken by their own actions.',
  not_addressed: 'The comment does not mention the agent, and the issue is not assigned to it.',
  not_the_assignee: 'The issue is not assigned to the agent.',
  not_the_requester: 'The approval was requested by someone else.',
  not_decided: 'The board has neither decided nor commented yet.',
  issue_backlog: 'Issues in the backlog wake no agent.',
  issue_blocked:
    'Open issues block it (GET /api/issues/:issueId/relations); its agent is woken when the last of them ' +
    'has ended.',
  issue_held:
    'The board holds the issue, or what is above it (`hold` of GET /api/issues/:issueId); its agent is ' +
    'woken when the hold is lifted.',
  issue_done: 'The issue is done.',
  issue_cancelled: 'The issue is cancelled.',
  comment_on_backlog:
    'The issue is in the backlog, where a comment wakes only whom it mentions: PATCH ' +
    '/api/issues/:issueId {"status":"todo"} wakes its agent.',
  comment_on_done:
    'The issue is done, and a comment on it wakes only whom it mentions: POST ' +
    '/api/issues/:issueId/reopen wakes its agent.',
  comment_on_cancelled:
    'The issue is cancelled, and a comment on it wakes only whom it mentions: POST ' +
    '/api/issues/:issueId/reopen wakes its agent.',
  not_heard_yet:
    'There is no record: it happened a moment ago, before the agent existed, or, if it is a comment, when ' +
    'the issue was done, cancelled or in the backlog.',
};

export const explanationOf = (reason: string, woken: boolean): string => {
  if (woken) return `A run has delivered it to the agent (${reason}).`;
  return explanations[reason] ?? `The agent was not woken (${reason}).`;
};

/** How it fails, and what lets it be tried again. */
export function explainFailing({
  failing,
  heldUntil = null,
}: Pick<WakeRecords, 'failing' | 'heldUntil'>): string {
  if (!failing) return explanationOf('agent_failing', false);
  const { failures, since, errorCode, error } = failing;
  const often = failures === 1 ? 'failed' : `failed equally ${failures} times`;
  const next =
    heldUntil === null
      ? 'It is held and not tried again by itself'
      : `It is tried again at ${heldUntil}`;
  const last = error === null ? errorCode : `${errorCode}, ${error}`;
  return (
    `The agent has ${often} since ${since}; the last error: ${last}. ${next}. Another configuration, a ` +
    'changed secret or POST /api/agents/:agentId/resume lets it be tried at once.'
  );
}
