/** The error codes of runs: why a run has not succeeded, and what to do about it. */

interface RunErrorSpec {
  readonly meaning: string;
  /** The next step of a person or agent; absent where there is nothing to do. */
  readonly hint?: string;
}

/** Reported by the program, or seen in how it ended. */
const endsOfPrograms = {
  exit_code: {
    meaning: 'The program ended with another code than 0',
    hint: 'read its output: GET /api/heartbeat-runs/:runId/log',
  },
  signalled: {
    meaning: 'The program was ended by a signal of its machine, such as for lack of memory',
    hint: 'read its output; ask the operator about the machine',
  },
  agent_failed: {
    meaning: 'The agent reported that its work failed',
    hint: 'read error and resultSummary of the run',
  },
  agent_cancelled: { meaning: 'The agent reported that it stopped its work' },
  timed_out: {
    meaning: 'The agent did not finish in its time',
    hint: 'raise adapterConfig.timeoutSec, or give it smaller work',
  },
  idle: {
    meaning: 'The agent printed nothing for as long as its configuration lets it be silent',
    hint: 'read its output for what it waited for; or raise adapterConfig.idleSec',
  },
} as const satisfies Record<string, RunErrorSpec>;

/** Told by the program of a coding agent, whose last event decides. */
const endsOfCodingAgents = {
  provider_quota: {
    meaning: 'The quota of the model provider, or the credit of the account, is used up',
    hint:
      'nothing: its wake-ups wait until the quota begins again; where the error names the credit, top it up ' +
      'at the provider; after that, or after the plan was extended, ' +
      'POST /api/agents/:agentId/quota-hold/lift',
  },
  provider_busy: {
    meaning: 'The model provider is overloaded, fails, or cannot be reached',
    hint:
      'nothing: the agents of the login wait, one tries again after growing waits, and all go on with ' +
      'its first success',
  },
  auth_required: {
    meaning: 'The model provider refused the key or login, or there is none',
    hint: 'set the key of the provider in adapterConfig.env, such as ANTHROPIC_API_KEY',
  },
  session_unknown: {
    meaning: 'The program does not know the session that it was to resume',
    hint: 'nothing: the run begins a new session, or another run does, once',
  },
  model_unknown: {
    meaning: 'The model provider does not have the model, or not for this key',
    hint: 'correct adapterConfig.model',
  },
  max_turns: {
    meaning: 'The agent took as many turns as its configuration allows',
    hint: 'raise adapterConfig.maxTurns, or give it smaller work',
  },
  context_full: {
    meaning: 'The conversation no longer fits into the context of the model',
    hint: 'nothing: the next run begins a new session; give the agent smaller work if it recurs',
  },
  no_result: {
    meaning: 'The program ended without saying how its work ended',
    hint: 'read its output: GET /api/heartbeat-runs/:runId/log',
  },
} as const satisfies Record<string, RunErrorSpec>;

/** Its configuration, or the installation, does not allow a start. */
const refusedStarts = {
  adapter_unavailable: {
    meaning: 'This installation does not start agents of this adapter or label for this company',
    hint:
      'the error names the setting; the operator turns an adapter on with MUSTER_ADAPTERS or ' +
      'adds a runner to MUSTER_RUNNERS, or the board chooses another adapter or runner',
  },
  adapter_config: {
    meaning: 'The adapterConfig is not one of its adapter',
    hint: 'correct the keys that the error names: GET /llms/agent-configuration/:adapterType.txt',
  },
  program_too_long: {
    meaning: 'The prompt, arguments, environment, files or secrets are more than a runner takes',
    hint: 'the error has the limits; keep long texts in files of the working folder',
  },
  secret_in_command: {
    meaning: 'A command line may hold no secret: every process of the machine can read it',
    hint: 'put the secret into adapterConfig.env',
  },
  variable_not_allowed: {
    meaning: 'The environment sets a variable that chooses or configures a program',
    hint: 'remove the names in the error from adapterConfig.env',
  },
  secret_not_found: {
    meaning: 'The configuration refers to a secret that does not exist',
    hint: 'store it: POST /api/companies/:companyId/secrets',
  },
  cwd_missing: {
    meaning: 'adapterConfig.cwd is no folder of the machine on which the agent is started',
    hint: 'correct it, or leave it out: then the agent has a folder of its own',
  },
  cwd_not_usable: {
    meaning: 'adapterConfig.cwd is in a folder that the user of the agent may not enter',
    hint: 'have the operator open the folder that the error names, or name a folder elsewhere',
  },
  cwd_outside_roots: {
    meaning: 'adapterConfig.cwd is in no folder that the operator allows',
    hint: 'leave it out, or ask the operator to add the folder to MUSTER_LOCAL_ROOTS',
  },
  folder_not_allowed: {
    meaning:
      'adapterConfig.cwd is a folder in which no agent works, such as /tmp or a home, or one that the board has ' +
      'not allowed to an agent that another has hired',
    hint: 'the error names the rule or the approval: approve it, name another folder, or leave it out',
  },
  worktree_no_repository: {
    meaning: 'adapterConfig.cwd is in no git repository from which a checkout can be made',
    hint: 'name a repository, or set adapterConfig.workspace to shared',
  },
  repository_not_allowed: {
    meaning: 'The repoUrl of the workspace is no address from which the runner clones',
    hint: 'https and a public host, or one that the operator allows to the runner (MUSTER_EGRESS_ALLOW); or set adapterConfig.cwd',
  },
  repository_refused: {
    meaning: 'The git server does not let the agent read the repository, or has none there',
    hint: 'correct the repoUrl, or set a credential for its beginning in adapterConfig.repoCredentials',
  },
  repository_failed: {
    meaning: 'The repository could not be cloned',
    hint: 'the error says why: 512 MB, 4 GB of files and four minutes are the most',
  },
  worktree_ref_unknown: {
    meaning: 'The repoRef of the workspace names no commit of the repository',
    hint: 'correct it: PATCH /api/projects/:projectId/workspaces/:workspaceId; or fetch it there',
  },
  worktree_failed: {
    meaning: 'Git could not make a checkout for the issue',
    hint: 'the error is what git said; a repository without all of its objects is a cause',
  },
  worktrees_full: {
    meaning: 'The agent has as many checkouts as it may have, and all of them hold changes',
    hint: 'fetch their branches into adapterConfig.cwd and end their issues: the check of the agent lists them',
  },
  instructions_missing: {
    meaning: 'adapterConfig.instructionsFilePath names no file',
    hint: 'correct it: a relative path begins at cwd',
  },
  instructions_outside_roots: {
    meaning: 'adapterConfig.instructionsFilePath is in no folder that the operator allows',
    hint: 'move the file into cwd, or ask the operator to add its folder to MUSTER_LOCAL_ROOTS',
  },
  home_not_writable: {
    meaning: 'The settings and instructions of the program could not be written to its home',
    hint: 'the error says why: a folder that the agent has closed to itself, or a full disk',
  },
  program_missing: {
    meaning: 'The machine that starts the agent does not have the program of its adapter',
    hint:
      'have the operator install it where the setting of the adapter names it, such as ' +
      'MUSTER_CLAUDE_CODE_COMMAND',
  },
  program_not_usable: {
    meaning: 'The user of the agent may not run the program, or not enter a folder on its way',
    hint: 'have the operator open what the error names, or install the program elsewhere',
  },
  not_started: {
    meaning: 'The program could not be started',
    hint: 'read error: the program or its machine is at fault',
  },
  runner_full: {
    meaning: 'The runner has as many programs as it can keep',
    hint: 'try again later; the operator adds runners (MUSTER_RUNNERS)',
  },
  agent_users_full: {
    meaning: 'The runner has no user left for another agent of the company',
    hint:
      'give the work to an agent that has run there; the operator removes homes of terminated agents, ' +
      'widens MUSTER_RUNNER_UIDS or adds a runner',
  },
} as const satisfies Record<string, RunErrorSpec>;

const withoutCause = {
  agent_not_found: { meaning: 'The agent no longer exists' },
  nothing_to_tell: { meaning: 'None of its wake-ups was left when it was to start' },
} as const satisfies Record<string, RunErrorSpec>;

const callsWithoutAnswer = {
  agent_refused: {
    meaning: 'The web service of the agent answered with a status that is not 2xx',
    hint: 'correct the service; the run is tried again after growing waits',
  },
  egress_invalid_url: {
    meaning: 'adapterConfig.url is no http or https URL without credentials',
    hint: 'correct it',
  },
  egress_plain_http: {
    meaning: 'adapterConfig.url is http, which needs the permission of the operator',
    hint: 'use https, or ask the operator to add the host to MUSTER_EGRESS_ALLOW',
  },
  egress_not_allowed: {
    meaning: 'The host of adapterConfig.url is not public',
    hint: 'use a public host, or ask the operator to add it to MUSTER_EGRESS_ALLOW',
  },
  egress_unresolved: {
    meaning: 'The host name of adapterConfig.url cannot be resolved',
    hint: 'correct the URL or its DNS; the run is tried again after growing waits',
  },
  egress_timeout: {
    meaning: 'The web service of the agent did not answer in time',
    hint: 'let it answer at once and work afterwards; the run is tried again after growing waits',
  },
  egress_answer_too_large: {
    meaning: 'The answer of the web service is too large',
    hint: 'answer with an empty body',
  },
  egress_proxy_failed: {
    meaning: "The operator's proxy could not be reached, or it did not accept its credentials",
    hint: 'ask the operator to correct HTTPS_PROXY; the run is tried again a few times',
  },
  egress_proxy_refused: {
    meaning: "The operator's proxy refused to connect to the host of adapterConfig.url",
    hint: 'ask the operator to allow the host there, or to name it in NO_PROXY',
  },
  egress_failed: {
    meaning: 'The web service of the agent could not be reached, or it closed the connection',
    hint: 'check that it is up; the run is tried again after growing waits',
  },
} as const satisfies Record<string, RunErrorSpec>;

/** Not its agent ended it. */
const stops = {
  cancelled: { meaning: 'A board user has cancelled the run' },
  issue_ended: {
    meaning: 'Its issue was done or cancelled by another party, before it started or meanwhile',
    hint: 'nothing: its other wake-ups are carried by another run',
  },
  no_longer_assigned: {
    meaning: 'Its issue was taken from the agent by another party, before it started or meanwhile',
    hint: 'nothing: the new assignee is woken, and its other wake-ups are carried by another run',
  },
  issue_blocked: {
    meaning: 'Its issue was blocked by an open issue when it was to start',
    hint: 'nothing: the agent is woken when the last blocker has ended',
  },
  issue_held: {
    meaning: 'The board holds its issue, or what is above it, since before it started or meanwhile',
    hint: 'nothing: the agent is woken when the hold is lifted',
  },
  budget: {
    meaning: 'The budget of the agent or its company is used up',
    hint: 'raise it, or wait for the next month; its wake-ups wait until then',
  },
  agent_paused: {
    meaning: 'The agent was paused',
    hint: 'resume it; its wake-ups wait until then',
  },
  agent_terminated: { meaning: 'The agent was terminated' },
  company_stopped: {
    meaning: 'The board has stopped the company',
    hint: 'nothing: its wake-ups wait until the company is active again',
  },
  company_archived: { meaning: 'The company was archived' },
  worker_stopped: {
    meaning: 'The process that held the run was stopped, such as for an upgrade',
    hint: 'nothing: another run carries its wake-ups',
  },
  worker_lost: {
    meaning: 'The process that held the run went silent',
    hint: 'nothing: another run carries its wake-ups',
  },
  runner_lost: {
    meaning: 'The runner of the agent was restarted or could not be reached',
    hint: 'nothing: another run carries its wake-ups',
  },
} as const satisfies Record<string, RunErrorSpec>;

/** Starts that another configuration or another state of the machine may allow. */
export const refusedStartCodes: readonly string[] = Object.keys(refusedStarts);

export const runErrors = {
  ...refusedStarts,
  ...withoutCause,
  ...callsWithoutAnswer,
  ...endsOfPrograms,
  ...endsOfCodingAgents,
  ...stops,
} as const;
