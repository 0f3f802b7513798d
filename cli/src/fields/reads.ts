/** Rendered from the contracts by `pnpm render`: name, a field and its type each, then what it does. */
export const reads = `
listAgentKeys agentId:text! companyId:text # The keys of an agent, without their secrets.
listInvites companyId:text! limit:integer cursor:text # The invites of a company without their tokens, newest first.
listJoinRequests companyId:text! status:pending|approved|rejected|claimed|expired|pending_approval[] limit:integer cursor:text # The join requests of a company, newest first.
listMembers companyId:text! limit:integer cursor:text # The members of a company, oldest first.
listUserNames companyId:text! userIds:text[]! # Names of members of a company and of instance admins, by their ids; others are left out.
listUserInvitations companyId:text! limit:integer cursor:text # The user invitations of a company, newest first.
listInstanceInvitations limit:integer cursor:text # The invitations to the instance, newest first. Instance admins only.
listUsers limit:integer cursor:text # All users, oldest first. Instance admins only.
listBoardTokens # Your own board tokens, newest first.
listSessions # Your own sessions, newest first.
listInstanceActivity limit:integer cursor:text userId:text # Actions on accounts and on the installation, newest first, for 400 days. Instance admins only.
listOwnActivity limit:integer cursor:text # Actions on your own account, newest first, for 400 days.
listWebhooks companyId:text! limit:integer cursor:text # The webhooks of a company without their secrets, newest first.
getWebhook companyId:text! webhookId:text! # One webhook and the state of its deliveries.
listWebhookDeliveries companyId:text! webhookId:text! status:pending|delivered|dead limit:integer cursor:text # Deliveries of a webhook, newest first; stored for a week, dead ones for 90 days.
getWebhookDelivery companyId:text! webhookId:text! deliveryId:text! # One delivery and its outcome.
listHooks companyId:text! limit:integer cursor:text # The hooks of a company without their secrets, the newest first.
getHook companyId:text! hookId:text! # One hook, without its secret.
listHookDeliveries companyId:text! hookId:text! status:pending|done|ignored|failed limit:integer cursor:text # What a hook has taken, the newest first, and what each has done; kept for 30 days.
getHookDelivery companyId:text! hookId:text! hookDeliveryId:text! # One delivery, and what it has done.
getPackageImport companyId:text! packageImportId:text! # What an import makes and has made, row by row; kept for 90 days.
listCompanies limit:integer cursor:text # The companies that the caller belongs to.
getCompany companyId:text! # One company.
listErasures limit:integer cursor:text # The companies whose erasure has begun, the newest first, with what each service has deleted. Instance admins only.
listAgents companyId:text! limit:integer cursor:text # The agents of a company.
getOwnAgent # The calling agent, its managers and its budget.
getAgent agentId:text! companyId:text # One agent, its managers and its budget.
getOrg companyId:text! # The reporting tree of a company, without terminated agents.
listAgentConfigurations companyId:text! limit:integer cursor:text # The configurations of the agents of a company, secrets masked.
getAgentConfiguration agentId:text! companyId:text # The configuration of one agent, secrets masked.
listConfigRevisions agentId:text! companyId:text limit:integer cursor:text # The last 100 configuration revisions of an agent, newest first, secrets masked.
getInstructions agentId:text! companyId:text version:integer # The stored instructions of an agent, as they are or as they were at a version.
listInstructionsRevisions agentId:text! companyId:text limit:integer cursor:text # The last 100 versions of the instructions of an agent, newest first, without texts.
listSkills companyId:text! limit:integer cursor:text # The skills of a company without their texts; for an agent, those assigned to it.
getSkill companyId:text! skill:text! version:integer # A skill with its files, as it is or as it was at a version. For its agents, too.
listSkillRevisions companyId:text! skill:text! limit:integer cursor:text # The last 100 versions of a skill, newest first, without texts.
listAgentSkills agentId:text! companyId:text # The skills that are assigned to an agent, for the agent itself and the board.
listSecrets companyId:text! limit:integer cursor:text # The secrets of a company, without their values. For the board and managers.
listIssues companyId:text! status:backlog|todo|in_progress|in_review|blocked|done|cancelled[] priority:critical|high|medium|low[] assigneeAgentId:text assigneeAgentIds:text[] assigneeUserId:text unassigned:boolean createdByAgentId:text createdByUserId:text projectId:text projectIds:text[] goalId:text goalIds:text[] parentId:text labelId:text labelIds:text[] blocked:boolean updatedSince:text ids:text[] sort:priority|updated|created q:text view:full|compact fields:id|companyId|identifier|issueNumber|title|status|priority|assigneeAgentId|assigneeUserId|parentId|projectId|goalId|labels|labelIds|blockedByIssueIds|createdByAgentId|createdByUserId|assignedByAgentId|assignedByUserId|checkoutRunId|startedAt|completedAt|cancelledAt|started_at|completed_at|createdAt|updatedAt|version|wakeOnChildren|dueAt|reviewPolicy|reviewerAgentId|reviewerUserId|reviewEvidence|description|allowedTransitions|childCounts[] limit:integer cursor:text # Issues of a company, by priority and then by latest change, or as 'sort' says. With a filter that has no index (unassigned, blocked, a creator, several values, words of very many issues) or sorted by creation, a page may have fewer issues than its limit, or none, and still a next cursor.
countListedIssues companyId:text! status:backlog|todo|in_progress|in_review|blocked|done|cancelled[] priority:critical|high|medium|low[] assigneeAgentId:text assigneeAgentIds:text[] assigneeUserId:text unassigned:boolean createdByAgentId:text createdByUserId:text projectId:text projectIds:text[] goalId:text goalIds:text[] parentId:text labelId:text labelIds:text[] blocked:boolean updatedSince:text ids:text[] # How many issues of each status pass the filters of a list: up to 1000.
getIssue issueId:text! # One issue with its ancestors and the statuses to which the caller may move it.
getIssueRelations issueId:text! # The issues that block an issue, and the open ones that it blocks, by title and status.
listChildren issueId:text! limit:integer cursor:text # The issues whose parent it is, the open ones first, and how many of them have which status.
getBulkChange companyId:text! bulkChangeId:text! # How far a change of many issues has come, and which it has refused.
listComments issueId:text! order:asc|desc after:text limit:integer cursor:text # The comments on an issue.
getComment issueId:text! commentId:text! # One comment.
listWaits issueId:text! limit:integer cursor:text # What agents wait for on an issue: the open waits first, the newest first.
listQuestions issueId:text! state:open|answered|expired|withdrawn limit:integer cursor:text # The questions about an issue, the newest first.
getQuestion questionId:text! # One question.
listIssueDocuments issueId:text! limit:integer cursor:text # The documents of an issue in the order of their keys, without their texts.
getIssueDocument issueId:text! document:text! version:integer fromLine:integer lines:integer section:text # A document of an issue: all of it, some lines, or one section; as it is or was at a version.
listIssueDocumentRevisions issueId:text! document:text! limit:integer cursor:text # The last 50 versions of a document of an issue, newest first, without texts.
compareIssueDocument issueId:text! document:text! from:integer to:integer # The difference between two versions of a document of an issue.
listProjectDocuments projectId:text! limit:integer cursor:text # The documents of a project in the order of their keys, without their texts.
getProjectDocument projectId:text! document:text! version:integer fromLine:integer lines:integer section:text # A document of a project: all of it, some lines, or one section; as it is or was at a version.
listProjectDocumentRevisions projectId:text! document:text! limit:integer cursor:text # The last 50 versions of a document of a project, newest first, without texts.
compareProjectDocument projectId:text! document:text! from:integer to:integer # The difference between two versions of a document of a project.
listCompanyDocuments companyId:text! limit:integer cursor:text # The documents of a company in the order of their keys, without their texts.
getCompanyDocument companyId:text! document:text! version:integer fromLine:integer lines:integer section:text # A document of a company: all of it, some lines, or one section; as it is or was at a version.
listCompanyDocumentRevisions companyId:text! document:text! limit:integer cursor:text # The last 50 versions of a document of a company, newest first, without texts.
compareCompanyDocument companyId:text! document:text! from:integer to:integer # The difference between two versions of a document of a company.
listIssueFiles issueId:text! limit:integer cursor:text # The files of an issue, newest first, without their bytes.
getFile fileId:text! # What is known of a file; its bytes are at /api/files/:fileId/content.
getInbox blocked:boolean reviews:boolean limit:integer cursor:text # Open issues of the calling agent: in progress first, then todo, then blocked. Those that wait for open issues, or that the board holds, are left out, unless 'blocked=true' asks for them; 'Left-Out' counts them. 'reviews=true' asks for the issues in review that the agent decides.
getInboxLite blocked:boolean reviews:boolean limit:integer cursor:text # Open issues of the calling agent: in progress first, then todo, then blocked. Those that wait for open issues, or that the board holds, are left out, unless 'blocked=true' asks for them; 'Left-Out' counts them. 'reviews=true' asks for the issues in review that the agent decides.
listLabels companyId:text! limit:integer cursor:text # The labels of a company, by name.
listProjects companyId:text! progress:boolean limit:integer cursor:text # The projects of a company, oldest first.
getProject projectId:text! progress:boolean # One project with its workspaces.
listWorkspaces projectId:text! # The workspaces of a project, the primary one first.
listGoals companyId:text! tree:boolean progress:boolean limit:integer cursor:text # The goals of a company, roots first and parents before their children.
getGoal goalId:text! progress:boolean # One goal.
listRoutines companyId:text! status:proposed|active|paused|archived limit:integer cursor:text # The routines of a company that are not archived, the newest first.
previewRoutine companyId:text! expression:text zone:text everySec:integer from:text # The next 10 moments of a clock, before a routine with it is saved: of an expression, or of an interval; without either there are none.
getRoutine routineId:text! # A routine with its next 10 moments, and what its issues cost this month.
listFirings routineId:text! limit:integer cursor:text # What each moment of a routine has done and why, the latest first, for 90 days.
listApprovals companyId:text! status:pending|revision_requested|approved|rejected|cancelled[] type:hire_agent|approve_ceo_strategy|budget_override_required|request_board_approval|change_agent[] requestedByAgentId:text limit:integer cursor:text # Approvals of a company, newest first.
getApproval approvalId:text! # One approval.
listApprovalComments approvalId:text! limit:integer cursor:text # The comments on an approval, oldest first.
getCostSummary companyId:text! from:text to:text month:text day:text # What a company has spent, compared with its budget.
listCostsByAgent companyId:text! from:text to:text month:text day:text limit:integer cursor:text # Costs by agent, highest first.
listCostsByProject companyId:text! from:text to:text month:text day:text limit:integer cursor:text # Costs by project, highest first; null is costs without a project.
listCostsByIssue companyId:text! from:text to:text month:text day:text limit:integer cursor:text # Costs by issue, highest first; null is costs without an issue.
listCostsByModel companyId:text! from:text to:text month:text day:text limit:integer cursor:text # Costs by model, highest first.
listCostsByDay companyId:text! from:text to:text month:text day:text split:agent|project|model limit:integer cursor:text # Costs by day in the company's time zone, oldest first; days without costs are left out.
listCosts companyId:text! from:text to:text month:text day:text agentId:text issueId:text projectId:text runId:text limit:integer cursor:text # Single costs, newest first.
exportCosts companyId:text! from:text to:text month:text day:text agentId:text issueId:text projectId:text runId:text limit:integer cursor:text # Single costs in the order in which they occurred, one JSON object per line.
listRuns companyId:text! agentId:text issueId:text status:queued|running|succeeded|failed|cancelled|timed_out|lost[] source:timer|assignment|mention|comment|approval|on_demand|retry[] since:text until:text limit:integer cursor:text # Runs of a company, newest first. With 'status' or 'source' a page may have fewer runs than its limit, or none, and still a next cursor.
getRun runId:text! # One run.
getRunLog runId:text! offset:integer tail:integer # The output of a run from an offset on; also while the run is live.
listRunEvents runId:text! afterSeq:integer limit:integer # Events of a run after a sequence number, oldest first, as many as fit an answer.
listRunMessages runId:text! toTake:boolean # What was said to a run, and whether its program has it; oldest first.
getAgentWakes agentId:text! companyId:text # What wakes an agent next, what holds it, and which wake-ups wait or were skipped lately.
getRunStatistics agentId:text! companyId:text # How the runs of an agent have gone lately: how many, how they ended, how long they took.
listIssueApprovals issueId:text! limit:integer cursor:text # The approvals that an issue is linked to, newest first.
listApprovalIssues approvalId:text! limit:integer cursor:text # The issues that an approval is linked to, oldest first.
downloadFile fileId:text! range:text # The bytes of a file, or one range of them: always as an attachment.
createFileAddress fileId:text! # An address of the bytes that needs no credential and works for 300 seconds, for a program that cannot send one.
openFileAddress token:text! range:text # The bytes of a file by its signed address.
getInvite token:text! # The invite of a token, and the next step.
getOnboardingText token:text! # How to join and how to work, step by step, as a text for the invited agent.
getJoinRequest joinRequestId:text! claimSecret:text! # The state of a join request, for the agent with its claim secret.
getStart # Where to go from here: a page for browsers, a text for every other client.
getIndexText # Which texts and documents there are, for agents; also under /api.
getHeartbeatText # A heartbeat in requests, step by step, as a text for agents; also under /api.
getPathsText # All paths with their methods, as a short text for agents; also under /api.
getAgentConfigurationText # How to configure and hire an agent, as a text for agents; also under /api.
getAdapterText adapterType:claude_code|codex|opencode|gemini_cli|alpha_local|beta_local|process|http|remote! # The adapterConfig of one adapter, as a text for agents; also under /api.
getSkillText # The skill: how an agent works here, as a text for agents; also under /api.
getSkillReference text:hiring|approvals|planning|remote! # A text that the skill names, for the agent that needs it; also under /api.
getAgentIcons # The allowed icon names, one per line; also under /api.
getIssueCosts issueId:text! # What an issue has cost: in total, by month and by agent.
getRunCosts runId:text! # What a run has cost: in total, and by model.
getDashboard companyId:text! # The dashboard of a company; 503 if a service cannot answer for its part.
exportCompany companyId:text! # The company as the files of a package: its agents with their instructions, skills, goals, projects and routines; no ids, secrets, commands, permissions, issues or hooks. At most 2000 files.
explainWake agentId:text! issueId:text commentId:text approvalId:text # Why an agent was or was not woken by an issue, a comment or an approval.
getHeartbeatContext issueId:text! after:text comments:integer # The context of a heartbeat: the issue, its project, goal and ancestors, its comments, blockers and approvals, and the budget of the caller.
getBoardInbox # What waits for the caller in all of its companies: approvals, join requests, issues, questions, stopped agents and failing webhooks; at most 100 of each.
getCompanyInbox companyId:text! # What waits for the caller in one company, as in the inbox of all companies.
getRunReceipt runId:text! # The receipt of a run: the issues that it claimed, changed and commented on, the approvals that it asked for, what it has cost, what its calls were refused, and how it ended.
getInstance # The build of the pages and the ways to sign in. The board also sees the version, the adapters that are usable, and an example agent.
getSession # The caller, its credential, and what it may do.
getSignInLink code:text! # Whom the code of a link signs in, and until when. The code stays usable.
finishProviderSignIn code:text state:text error:text error_description:text iss:text session_state:text # The callback of the identity provider: redirects to the page that began, with a code or a session cookie; a browser is redirected with 'error' if it failed.
getAuthorizationRequest request:text userCode:text # What a program asks you for that signs in by OAuth. Nothing is changed.
getUserInvitation token:text! # The invitation of a token.
listOwnInvitations # The open invitations to your own address, newest first.
listOwnWakes wait:integer # Wake-ups of the calling agent to take, most urgent first; with 'wait' the request waits up to that many seconds for one.
followCompanies companyIds:text[]! types:text[] entityId:text agentId:text wait:integer after:text lastEventId:text limit:integer # Follow the events of up to 25 companies in one stream or poll, like followCompany. A cursor has the position in each company: a request may name others than its cursor, and a further one begins with its next event.
followCompany companyId:text! types:text[] entityId:text agentId:text wait:integer after:text lastEventId:text limit:integer # Follow the events of a company as they happen: as server-sent events, or with 'wait' or 'Accept: application/json' the next events as JSON. Pass a cursor as 'after' to continue after it. A stream with 'run.log' in 'types' also has the output of runs, as events of that name: '{runId, agentId, offset, text}', without an id. Missed output is not sent again: read it from 'GET /api/heartbeat-runs/:runId/log?offset='.
listCompanyActivity companyId:text! agentId:text entityType:text entityId:text action:text actions:text[] since:text until:text actorId:text clientRequestId:text limit:integer cursor:text # Activity of a company, from the event logs of all services, newest first.
getActivityChain companyId:text! activityId:text! # What led to an event of the activity, and what it led to, in all services.
getHealth # Health: ok if every service answers.
getDocs # The guide, as pages for people. The reference of this API is beside it, at /docs/api.
getOpenApi # This API as an OpenAPI 3.1 document.
`;
