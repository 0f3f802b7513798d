/** The next step of a refusal for a reader that has tools and perhaps no way to a path. */
type Step = readonly [request: string, tool: string];

/** Requests that hints name, and the tool for each; a longer path comes before its beginning. */
const steps: readonly Step[] = [
  ['POST /api/companies/:companyId/approvals', 'ask_board'],
  ['GET /api/companies/:companyId/approvals', 'needs_you'],
  ['GET /api/approvals/:approvalId', 'read_decision'],
  ['GET /api/companies/:companyId/issues', 'find_issues'],
  ['POST /api/companies/:companyId/issues', 'create_issue'],
  ['POST /api/issues/:issueId/comments', 'comment'],
  ['GET /api/issues/:issueId/comments', 'read_issue'],
  ['POST /api/issues/:issueId/checkout', 'claim_issue'],
  ['POST /api/issues/:issueId/release', 'release_issue'],
  ['PATCH /api/issues/:issueId', 'update_issue'],
  ['GET /api/issues/:issueId', 'read_issue'],
  ['GET /api/agents/me/inbox', 'get_work'],
  ['GET /api/agents/me', 'get_work'],
  ['GET /api/companies/:companyId/agents', 'list_colleagues'],
  ['GET /api/companies/:companyId/projects', 'read_plan'],
  ['GET /api/companies/:companyId/goals', 'read_plan'],
  ['GET /api/companies/:companyId/cost-events', 'read_costs'],
  ['GET /api/heartbeat-runs/:runId', 'read_run'],
];
const PATH_GOES_ON = String.raw`(?![\w/:-])`;

const patterns = steps.map(
  ([request, tool]) => [new RegExp(`${request}${PATH_GOES_ON}`, 'g'), tool] as const,
);

/** @param tools names of those that the caller has; what none of them does stays a request */
export const hintForTools = (hint: string, tools: ReadonlySet<string>): string =>
  patterns.reduce(
    (said, [request, tool]) => (tools.has(tool) ? said.replaceAll(request, tool) : said),
    hint,
  );

/** Requests of notes, about the issue itself. */
const ofNotes: readonly Step[] = [
  [String.raw`PATCH /api/issues/[\w-]+ \{"assigneeAgentId":…\}`, 'update_issue with an assignee'],
  [String.raw`PATCH /api/issues/[\w-]+ \{"status":"(\w+)"\}`, 'update_issue with the status $1'],
  [String.raw`POST /api/issues/[\w-]+/reopen`, 'update_issue with reopen'],
  [String.raw`POST /api/issues/[\w-]+/comments`, 'by the tool comment'],
];
const notePatterns = ofNotes.map(([request, tool]) => [new RegExp(request, 'g'), tool] as const);

/** What an answer says that did not happen, for a reader that has tools. */
export const noteForTools = (note: string): string =>
  notePatterns.reduce((said, [request, tool]) => said.replaceAll(request, tool), note);
