/** What the reasons for and against a wake-up mean, and what to do about them. */

const sentences: Readonly<Record<string, string>> = {
  run_queued: 'A queued run has it and will tell the agent as soon as it starts.',
  run_in_progress: 'The agent is at work; its next run follows at once and tells it.',
  about_to_run: 'The agent is free; a run for it is made within a second or two.',
  agent_paused: 'The agent is paused; it is told when somebody resumes it.',
  agent_in_loop: 'The agent was stopped because wake-ups went round in circles; resume it.',
  company_paused: 'The company is paused; the agent is told when it is active again.',
  company_archived: 'The company is archived; its agents do not run.',
  waiting_for_budget: 'There is no budget for a run; it starts when there is room again.',
  waiting_for_retry: 'The agent could not be called; it is called again in a while.',
  waiting_for_quota: 'The agent has asked for rest until its provider serves it again.',
  run_cancelled: 'The run that was to tell it was cancelled before it began.',
  run_failed: 'It was given up: its run could not be started, or was lost too often.',
  wake_on_demand_off: 'runtimeConfig.heartbeat.wakeOnDemand of the agent is off.',
  agent_not_runnable: 'The agent waited for approval or was terminated.',
  too_many_wakes: 'The comment mentions more agents than one comment wakes.',
  own_doing: 'Nobody is woken by what they do themselves.',
  not_addressed: 'The comment does not mention the agent, and the issue is not assigned to it.',
  not_the_assignee: 'The issue is not assigned to the agent.',
  not_the_requester: 'Somebody else asked for the approval.',
  not_decided: 'The board has not decided yet, and has not commented.',
  issue_backlog: 'Work in the backlog is not to be started yet.',
  issue_done: 'The issue is done.',
  issue_cancelled: 'The issue is cancelled.',
  not_heard_yet: 'Nothing is kept of it: it happened a moment ago, or before the agent was there.',
};

export const sentenceOf = (reason: string, woken: boolean): string => {
  if (woken) return `A run has told the agent (${reason}).`;
  return sentences[reason] ?? `The agent was not woken (${reason}).`;
};
