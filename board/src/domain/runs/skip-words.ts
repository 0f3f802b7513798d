/** Why a start that was wanted did not begin at once, and what begins it. */
const words: Readonly<Record<string, string>> = {
  agent_paused: 'The agent is paused.',
  company_paused: 'The company is stopped.',
  waiting_for_budget: 'The budget is spent. The run starts once the limit is raised.',
  agent_in_loop: 'The agent woke itself in a loop. Resume it first.',
  waiting_for_quota: 'Its model quota is used up. The run starts when the quota renews.',
  waiting_for_retry: 'The agent pauses after a failure. The run starts when the pause ends.',
  agent_failing: 'Its runs keep failing. Resume it, or change its configuration or a secret.',
  waiting_for_provider: 'Its model provider is down. The run starts once it is back.',
  waiting: 'The run starts as soon as the agent can work.',
};

export const skipWords = (reason: string): string =>
  words[reason] ?? `No run was started: ${reason.replaceAll('_', ' ')}.`;

/** What holds an agent, and the words of a start that waits for the same. */
const skips: Readonly<Record<string, string>> = {
  budget: 'waiting_for_budget',
  loop: 'agent_in_loop',
  retry: 'waiting_for_retry',
  failing: 'agent_failing',
  quota: 'waiting_for_quota',
  provider: 'waiting_for_provider',
};

/** Why the runs of an agent wait, and what begins them; also of a reason of a later release. */
export const holdWords = (heldFor: string): string => {
  const skip = skips[heldFor];
  return skip === undefined ? `Its runs wait: ${heldFor.replaceAll('_', ' ')}.` : skipWords(skip);
};
