/** Rendered from the contracts by `pnpm render`: name, a field and its type each, then what it does. */
export const writes = `
createAgentKey agentId:text! companyId:text name:text expiresAt:text # Create a key for an agent. The token is shown only once. A key that an agent makes with a key ends with that key.
revokeAgentKey agentId:text! companyId:text keyId:text! # Revoke a key, and the keys that were made with it.
revokeInvite companyId:text! inviteId:text! # Revoke an invite; a used invite stays used.
approveJoinRequest companyId:text! joinRequestId:text! agentName:text decisionNote:text? # Approve a join request: the agent joins under the CEO, optionally with another name.
rejectJoinRequest companyId:text! joinRequestId:text! decisionNote:text? # Reject a join request.
addMember companyId:text! email:text! name:text role:owner|operator|viewer permissions:invite|approve|manage_agents|manage_budgets[] # Invite a person to a company; the person becomes a member by accepting.
changeMember companyId:text! userId:text! role:owner|operator|viewer permissions:invite|approve|manage_agents|manage_budgets[] ifVersion:integer # Change the role or the permissions of a member.
removeMember companyId:text! userId:text! # Remove a member from a company.
revokeUserInvitation companyId:text! invitationId:text! # Revoke a user invitation.
inviteUser email:text! name:text instanceAdmin:boolean # Invite a person to the instance, without a company. Instance admins only.
revokeInstanceInvitation invitationId:text! # Revoke an invitation to the instance. Instance admins only.
changeUser userId:text! instanceAdmin:boolean disabled:boolean # Grant or revoke the rights of an instance admin, or disable a user. Instance admins only.
createBoardToken name:text expiresAt:text companies:text[] readOnly:boolean mayDecide:boolean # Create a board token of your own, with limits if a program or a model is to hold it. The token is shown only once.
revokeBoardToken tokenId:text! # Revoke a board token of your own.
revokeSession sessionId:text! # End a session of your own.
changeWebhook companyId:text! webhookId:text! url:text events:text[]? description:text? status:active|disabled ifVersion:integer # Change the URL, events or status of a webhook; it continues where it stopped.
deleteWebhook companyId:text! webhookId:text! # Delete a webhook and the records of its deliveries.
rotateWebhookSecret companyId:text! webhookId:text! # Create a new secret, shown only once. Both secrets sign deliveries for a day.
pingWebhook companyId:text! webhookId:text! # Send one test delivery, also for a disabled webhook.
replayWebhookDelivery companyId:text! webhookId:text! deliveryId:text! # Send a delivery again under its id, outside the order of the others.
createHook companyId:text! form:github|gitlab|slack|stripe|hmac! name:text! effect:json! filters:json enabled:boolean secret:text # Create an address at which a program outside fires a routine, ends waits by a key, or comments on an issue. The secret is shown only once. A company has 100 at most.
updateHook companyId:text! hookId:text! name:text effect:json filters:json enabled:boolean ifVersion:integer # Change a hook: its effects are from then on those of whoever has changed it.
deleteHook companyId:text! hookId:text! # Delete a hook and its deliveries: its address takes nothing any more.
rotateHookSecret companyId:text! hookId:text! secret:text # Give a hook a new secret, shown only once. The former one is taken for a day.
redeliverHook companyId:text! hookId:text! hookDeliveryId:text! # Try a failed delivery again, with what it has brought and the effect of the hook now.
createCompany name:text! description:text budgetMonthlyCents:integer requireBoardApprovalForNewAgents:boolean timeZone:text reviewRequired:boolean approvalsNeedAnother:boolean stopsEndedWork:boolean reopenDays:integer reviewPolicy:anyone|not_author|person reviewEvidence:none|link|document|file maxReviewRounds:integer # Create a company. Instance admins only.
updateCompany name:text description:text budgetMonthlyCents:integer requireBoardApprovalForNewAgents:boolean timeZone:text reviewRequired:boolean approvalsNeedAnother:boolean stopsEndedWork:boolean reopenDays:integer reviewPolicy:anyone|not_author|person|named reviewerAgentId:text? reviewEvidence:none|link|document|file maxReviewRounds:integer status:active|paused|archived companyId:text! ifVersion:integer # Change the settings of a company.
stopCompany companyId:text! # Emergency stop: pause a company and cancel all of its live runs. Their wake-ups wait until the company is active again; a repeat stops what is live then.
updateCompanyBudget companyId:text! budgetMonthlyCents:integer! ifVersion:integer # Set the monthly budget of a company; 0 is no limit.
eraseCompany companyId:text! # Erase a company with everything in it. It is archived at once and erased after 7 days, in which POST /api/companies/:companyId/restore takes it back; after that nothing does. A repeat changes nothing.
restoreCompany companyId:text! # Take back a company that waits for its erasure: it is again as it was before, active, paused or archived.
createAgent companyId:text! name:text! role:ceo|cto|cmo|cfo|manager|engineer|designer|pm|qa|devops|security|researcher|general title:text? icon:bot|cpu|brain|zap|rocket|code|terminal|shield|eye|search|wrench|hammer|lightbulb|sparkles|star|heart|flame|bug|cog|database|globe|lock|mail|message-square|file-code|git-branch|package|puzzle|target|wand|atom|circuit-board|radar|swords|telescope|microscope|crown|gem|hexagon|pentagon|fingerprint? reportsTo:text? capabilities:text? adapterType:claude_code|codex|opencode|gemini_cli|alpha_local|beta_local|process|http|remote adapterConfig:json runtimeConfig:json permissions:json budgetMonthlyCents:integer metadata:json # Add an agent without an approval.
hireAgent companyId:text! name:text! role:ceo|cto|cmo|cfo|manager|engineer|designer|pm|qa|devops|security|researcher|general title:text? icon:bot|cpu|brain|zap|rocket|code|terminal|shield|eye|search|wrench|hammer|lightbulb|sparkles|star|heart|flame|bug|cog|database|globe|lock|mail|message-square|file-code|git-branch|package|puzzle|target|wand|atom|circuit-board|radar|swords|telescope|microscope|crown|gem|hexagon|pentagon|fingerprint? reportsTo:text? capabilities:text? adapterType:claude_code|codex|opencode|gemini_cli|alpha_local|beta_local|process|http|remote adapterConfig:json runtimeConfig:json permissions:json budgetMonthlyCents:integer metadata:json sourceIssueId:text? sourceIssueIds:text[] # Hire an agent; it waits for the board if the company requires approval of hires, or if an agent hires one with a command, an environment, a URL or a secret, or with a role, a right or a budget above its own, or a timer below a minute.
updateAgent name:text role:ceo|cto|cmo|cfo|manager|engineer|designer|pm|qa|devops|security|researcher|general title:text? icon:bot|cpu|brain|zap|rocket|code|terminal|shield|eye|search|wrench|hammer|lightbulb|sparkles|star|heart|flame|bug|cog|database|globe|lock|mail|message-square|file-code|git-branch|package|puzzle|target|wand|atom|circuit-board|radar|swords|telescope|microscope|crown|gem|hexagon|pentagon|fingerprint? reportsTo:text? capabilities:text? adapterType:claude_code|codex|opencode|gemini_cli|alpha_local|beta_local|process|http|remote adapterConfig:json runtimeConfig:json permissions:json budgetMonthlyCents:integer metadata:json agentId:text! companyId:text ifVersion:integer # Change an agent. An agent may change a few fields of itself; what runs is changed by the board.
updateAgentBudget agentId:text! companyId:text budgetMonthlyCents:integer! ifVersion:integer # Set the monthly budget of an agent; 0 is no limit. A manager may only lower it.
pauseAgent agentId:text! companyId:text # Pause an agent; it starts no run and claims no work until it is resumed.
resumeAgent agentId:text! companyId:text # Resume a paused or failed agent.
terminateAgent agentId:text! companyId:text # Terminate an agent for good: revoke its keys, end its run, release its issues.
setInstructionsPath agentId:text! companyId:text path:text?! adapterConfigKey:text ifVersion:integer # Set the path of the instructions of an agent; null removes it.
rollBackConfig agentId:text! companyId:text revisionId:text! # Restore what an agent runs as it was after a revision: adapter, its configuration and runtime configuration, with its name, title, icon and capabilities. What stays as it is is in 'left'.
setInstructions agentId:text! companyId:text body:text?! ifVersion:integer # Store the instructions of an agent; null removes them. Its next run reads them.
setSkill companyId:text! skill:text! files:json! ifVersion:integer # Store a skill with all its files, new or in place of those that it has.
deleteSkill companyId:text! skill:text! ifVersion:integer # Delete a skill with its versions, and unassign it. It cannot be restored.
setAgentSkills agentId:text! companyId:text skills:text[]! # Assign these skills to an agent, and no others.
createSecret companyId:text! name:text! value:text! # Store a secret under a name, for configurations to refer to.
rotateSecret companyId:text! secretId:text! value:text! ifVersion:integer # Give a secret a new value; runs that start from now on get it.
deleteSecret companyId:text! secretId:text! # Delete a secret that no configuration refers to. It cannot be restored.
createIssue companyId:text! title:text! description:text? priority:critical|high|medium|low assigneeAgentId:text? assigneeUserId:text? parentId:text? projectId:text? goalId:text? labelIds:text[] blockedByIssueIds:text[] wakeOnChildren:settled|each|none dueAt:text? reviewPolicy:anyone|not_author|person|named? reviewerAgentId:text? reviewerUserId:text? reviewEvidence:none|link|document|file? status:backlog|todo|in_progress|in_review|blocked|done|cancelled # Create an issue.
updateIssue title:text description:text? priority:critical|high|medium|low assigneeAgentId:text? assigneeUserId:text? parentId:text? projectId:text? goalId:text? labelIds:text[] blockedByIssueIds:text[] wakeOnChildren:settled|each|none dueAt:text? reviewPolicy:anyone|not_author|person|named? reviewerAgentId:text? reviewerUserId:text? reviewEvidence:none|link|document|file? status:backlog|todo|in_progress|in_review|blocked|done|cancelled comment:text issueId:text! ifVersion:integer # Change an issue, comment on it, or both in one transaction.
checkoutIssue issueId:text! agentId:text! expectedStatuses:backlog|todo|in_progress|in_review|blocked|done|cancelled[]! # Claim an issue and set it to in_progress, atomically.
releaseIssue issueId:text! # Release an open issue: its assignee is removed, and its status becomes todo, unless it is in the backlog, where it stays.
reopenIssue issueId:text! comment:text # Take an issue back to todo that is done or cancelled, and comment on it, in one transaction. The board may; an agent may that has ended it itself, within the 'reopenDays' of its company. Its assignee stays, and is woken, unless no work may be assigned to it any more.
createChildren issueId:text! children:json! # Create children of an issue, all of them or none.
holdIssue issueId:text! reason:text! cancelRuns:boolean # Hold an issue and all issues below it, also those that come later: nobody starts them before the hold is lifted. What is in progress may be reported on and ended. A second hold of the same issue replaces its reason.
liftIssueHold issueId:text! # Lift the hold of an issue; what nothing else holds is announced, which wakes its assignees. Without a hold of its own it does nothing: the answer says what holds the issue still.
holdProject projectId:text! reason:text! cancelRuns:boolean # Hold all issues of a project and those below them, also those that come later: nobody starts them before the hold is lifted. A second hold of the same project replaces its reason.
liftProjectHold projectId:text! # Lift the hold of a project; what nothing else holds is announced, which wakes its assignees. Without a hold it does nothing.
changeIssues companyId:text! filter:json! change:json! dryRun:boolean # Change all issues that pass a filter, up to 10000. Each is changed like by a request of its own, and refused for itself; the change goes on after a crash. With 'dryRun' nothing is changed, and the answer says how many there are and what the first would answer.
addComment issueId:text! body:text! # Comment on an issue; @AgentName wakes that agent.
redactComment issueId:text! commentId:text! reason:text # Take away the text of a comment for good, such as a secret: a live run of its author or the board. It is gone from the thread, from search and from stored answers; who has done so, and when, stays.
cancelWait issueId:text! waitId:text! # Cancel a wait: nobody is woken by it. One that has ended stays as it is.
redactWait issueId:text! waitId:text! reason:text # Take away the note of a wait for good, and what its signal brought, such as a secret: a live run of the agent that waits or has made it, or the board. One that is open goes on.
askQuestion issueId:text! to:json! kind:choice|several|text|confirm! text:text! options:text[] default:json deadline:text # Ask an agent, a member or the board about an issue. Whoever asks is woken by the answer, and by the deadline.
answerQuestion questionId:text! answer:json! # Answer a question: the agent or the member that is asked, any member where the board is, and an owner always.
withdrawQuestion questionId:text! # Withdraw a question: whoever has asked it, or the board.
redactQuestion questionId:text! reason:text # Take away the words of a question for good, with its options and its answer, such as a secret: a live run of the agent that has asked or answered it, or the board. One that is open is withdrawn.
writeIssueDocument issueId:text! document:text! body:text! note:text ifVersion:integer # Write a document of an issue: whoever may comment on it. A new version of one that exists needs the version that it is made from, in 'If-Match'; 'If-None-Match: *' makes only a new document.
redactIssueDocument issueId:text! document:text! version:integer! reason:text # Take away the text of one version of a document of an issue for good, such as a secret: a live run of its author or the board. It is gone from the versions, from search and from stored answers; who has done so, and when, stays.
deleteIssueDocument issueId:text! document:text! ifVersion:integer # Delete a document of an issue with its versions. It cannot be restored.
writeProjectDocument projectId:text! document:text! body:text! note:text ifVersion:integer # Write a document of a project: whoever may change it. A new version of one that exists needs the version that it is made from, in 'If-Match'; 'If-None-Match: *' makes only a new document.
redactProjectDocument projectId:text! document:text! version:integer! reason:text # Take away the text of one version of a document of a project for good, such as a secret: a live run of its author or the board. It is gone from the versions, from search and from stored answers; who has done so, and when, stays.
deleteProjectDocument projectId:text! document:text! ifVersion:integer # Delete a document of a project with its versions. It cannot be restored.
writeCompanyDocument companyId:text! document:text! body:text! note:text ifVersion:integer # Write a document of a company: the board and the CEO. A new version of one that exists needs the version that it is made from, in 'If-Match'; 'If-None-Match: *' makes only a new document.
redactCompanyDocument companyId:text! document:text! version:integer! reason:text # Take away the text of one version of a document of a company for good, such as a secret: a live run of its author or the board. It is gone from the versions, from search and from stored answers; who has done so, and when, stays.
deleteCompanyDocument companyId:text! document:text! ifVersion:integer # Delete a document of a company with its versions. It cannot be restored.
redactFile fileId:text! reason:text # Take away the bytes and the name of a file for good, such as a secret: a live run of its author or the board. The bytes are gone from the store when this is answered; who has done so, and when, stays.
deleteFile fileId:text! # Delete a file. It cannot be restored.
createLabel companyId:text! name:text! color:text! # Add a label.
updateLabel labelId:text! name:text color:text ifVersion:integer # Rename a label, or change its color; every issue that has it shows it so.
deleteLabel labelId:text! # Delete a label and remove it from every issue.
createProject companyId:text! name:text! description:text? status:backlog|planned|active|in_progress|completed|cancelled goalId:text? goalIds:text[] leadAgentId:text? targetDate:text? color:json reviewPolicy:anyone|not_author|person|named? reviewerAgentId:text? reviewerUserId:text? reviewEvidence:none|link|document|file? workspace:json # Create a project, optionally with its first workspace.
updateProject name:text description:text? status:backlog|planned|active|in_progress|completed|cancelled goalId:text? goalIds:text[] leadAgentId:text? targetDate:text? color:json reviewPolicy:anyone|not_author|person|named? reviewerAgentId:text? reviewerUserId:text? reviewEvidence:none|link|document|file? archivedAt:text? projectId:text! ifVersion:integer # Change a project.
createWorkspace name:text cwd:text? repoUrl:text? repoRef:text? isPrimary:boolean projectId:text! # Add a workspace: a working directory, a repository, or both.
updateWorkspace name:text cwd:text? repoUrl:text? repoRef:text? isPrimary:boolean projectId:text! workspaceId:text! ifVersion:integer # Change a workspace, or make it the primary one.
deleteWorkspace projectId:text! workspaceId:text! # Delete a workspace; the oldest of the others becomes the primary one.
createGoal companyId:text! title:text! description:text? level:company|team|agent|task status:planned|active|achieved|cancelled parentId:text? ownerAgentId:text? # Create a goal.
updateGoal title:text description:text? level:company|team|agent|task status:planned|active|achieved|cancelled parentId:text? ownerAgentId:text? goalId:text! ifVersion:integer # Change a goal.
createRoutine companyId:text! name:text! template:json! variables:json clock:json overlap:skip|queue|together|replace catchUp:none|latest|all catchUpCap:integer pauseAfterFailures:integer status:active|paused # Create a routine, which makes an issue from its template at each moment of its clock. One of an agent is proposed, and begins when the board sets it to active; one of the board is active, or paused. A company has 1000 at most.
updateRoutine name:text template:json variables:json clock:json overlap:skip|queue|together|replace catchUp:none|latest|all catchUpCap:integer pauseAfterFailures:integer status:active|paused routineId:text! ifVersion:integer # Change a routine. Set to active it begins with the next moment of its clock, and makes its issues for whoever has set it so; an active one whose clock is changed begins anew.
archiveRoutine routineId:text! # Archive a routine: it makes no issue any more. Its issues stay as they are.
runRoutine routineId:text! variables:json # Make the issue of a routine now, whatever its status. While its last issue is open, its overlap decides: the answer says whether it was skipped or queued.
backfillRoutine routineId:text! from:text! to:text! # Make the issues of past moments that have none, 100 at most, of the last 90 days: one after the other where the routine queues, together otherwise.
createApproval companyId:text! type:hire_agent|approve_ceo_strategy|budget_override_required|request_board_approval|change_agent! requestedByAgentId:text payload:json! issueIds:text[] # Request an approval by the board. For change_agent the payload is {agentId, patch}; patch is what PATCH /api/agents/:agentId takes. An agent has one open request of a type for an issue: a second is answered with the first, and a note.
approveApproval approvalId:text! decisionNote:text? revision:integer ifVersion:integer budgetMonthlyCents:integer # Approve an approval; of a budget override, optionally with another new limit.
rejectApproval approvalId:text! decisionNote:text? revision:integer ifVersion:integer # Reject an approval.
requestRevision approvalId:text! decisionNote:text? revision:integer ifVersion:integer # Ask the requester for a revision.
resubmitApproval approvalId:text! payload:json ifVersion:integer # Resubmit an approval with a revised payload; a hire changes accordingly.
cancelApproval approvalId:text! ifVersion:integer # Cancel an approval; the pending agent of a hire is terminated.
addApprovalComment approvalId:text! body:text! # Comment on an approval; a comment by the board wakes the requester.
redactApproval approvalId:text! reason:text # Take away the words of an approval for good, those of the request and those of the decision, such as a secret: a live run of the agent that has asked, or the board. One that is open is cancelled. Of a hire and of a change only the words of the decision go: the rest is the configuration of the agent.
redactApprovalComment approvalId:text! commentId:text! reason:text # Take away the text of a comment on an approval for good: a live run of its author or the board.
recordCost companyId:text! agentId:text! costCents:integer provider:text! model:text! occurredAt:text inputTokens:integer outputTokens:integer cachedInputTokens:integer issueId:text? projectId:text? goalId:text? runId:text? billingCode:text? priceStatus:measured|estimated|unknown eventId:text # Book a cost: in cents, or in tokens if the price is unknown.
voidCost companyId:text! costId:text! reason:text! # Take a cost back with an opposite one in its month. Once per cost.
wakeAgent agentId:text! companyId:text source:timer|assignment|mention|comment|approval|on_demand reason:text payload:json likeRunId:text idempotencyKey:text # Wake an agent now.
invokeHeartbeat agentId:text! companyId:text source:timer|assignment|mention|comment|approval|on_demand reason:text payload:json likeRunId:text idempotencyKey:text # Wake an agent now; the same as wakeAgent.
redactRunLog runId:text! from:integer! to:integer! reason:text # Take away lines of the output of a run for good, such as a secret: a live run of the same agent or the board. Each of their characters becomes an asterisk, so that places in the output stay what they are; an error and a summary that repeat them go, too.
ackWake wakeId:text! # Take a wake-up: its run starts, with all pending wake-ups of the agent.
beatRun runId:text! usage:json notBefore:text # Keep-alive of a run, with its usage so far; 'stop' in the answer ends the work.
finishRun runId:text! status:succeeded|failed|cancelled! usage:json notBefore:text error:text resultSummary:text # Report how a run ended. A repeat has no further effect. Of a run that was lost or has timed out the usage is booked, and its status stays.
sendRunMessage runId:text! text:text! interrupt:boolean # Say something to a run that is queued or running: its program reads it between two turns or with its next tool call, and otherwise the next run of the agent does. Of agents, the agent itself and its managers may.
takeRunMessages runId:text! # The messages that wait for a run of the calling agent, oldest first. Each is given out once; a program with the tools of Muster gets them with their answers.
liftQuotaHold agentId:text! companyId:text # Let an agent and all agents of its quota group start runs again before their quota begins anew, such as after the plan was extended. Without a hold it does nothing.
cancelRun runId:text! # Cancel a run.
linkIssueApproval issueId:text! approvalId:text! # Link an issue to an approval; answers with all approvals of the issue.
unlinkIssueApproval issueId:text! approvalId:text! # Unlink an issue from an approval.
uploadIssueFile issueId:text! name:text! type:text sha256:text document:text # Add a file to an issue: its bytes are the body, of any media type, and 'Content-Length' says how many come. It is there whole or not at all. 'curl --data-binary @report.pdf -H "content-type: application/octet-stream" -H "authorization: Bearer $TOKEN" "$MUSTER/api/issues/$ISSUE/files?name=report.pdf"'.
createInvite companyId:text! agentMessage:text # Invite an agent from outside. The token is valid for ten minutes and shown only once.
acceptInvite token:text! agentName:text! role:cto|cmo|cfo|manager|engineer|designer|pm|qa|devops|security|researcher|general title:text? icon:bot|cpu|brain|zap|rocket|code|terminal|shield|eye|search|wrench|hammer|lightbulb|sparkles|star|heart|flame|bug|cog|database|globe|lock|mail|message-square|file-code|git-branch|package|puzzle|target|wand|atom|circuit-board|radar|swords|telescope|microscope|crown|gem|hexagon|pentagon|fingerprint? capabilities:text? adapterType:remote|http adapterConfig:json # Ask to join; the invite is then used. The claim secret is shown only once.
claimApiKey joinRequestId:text! claimSecret:text! # Claim the key of an approved join request, once. The token is shown only once.
previewCompanyPackage files:json! companyId:text # What an import of these files would make, row by row, and what it refuses. Nothing is changed.
importCompanyPackage companyId:text! files:json! planHash:text! # Make what a preview of the same files has shown. Agents come paused and without timers, routines paused, and nothing that exists is changed.
checkAgent agentId:text! companyId:text hello:boolean # Check an agent where it would be started, in ten seconds at most; with 'hello' start a run instead, which is answered with 202.
signIn email:text! password:text! pageSecret:text # Sign in with e-mail and password; sets the session cookie.
signInWithToken token:text! pageSecret:text # Sign in with a board token; sets the session cookie. The session has the limits of the token and ends with it.
createSignInLink # Make a link that signs in once, within ten minutes, as a session of the board token that asks. It ends the link that this token made before.
signInWithLink code:text! pageSecret:text! # Sign in with the code of a link, once; sets the session cookie.
signOut # End the session of the cookie.
changePassword currentPassword:text! newPassword:text! # Change your password. Your other sessions end.
signInWithProvider returnTo:text pageSecret:text # The URL for signing in at the identity provider. With a page secret, its way back ends at '/enter' with the code of a link that only this page can use.
linkProvider returnTo:text # The URL for linking your identity at the identity provider to your user.
decideAuthorizationRequest request:text userCode:text approve:boolean! expiresAt:text companies:text[] readOnly:boolean mayDecide:boolean # Allow or refuse what a program asks you for. What it gets is a board token of yours with these limits.
acceptUserInvitation token:text! name:text password:text! # Accept an invitation and choose a password. Sign in afterwards.
acceptOwnInvitation invitationId:text! # Accept an invitation to your own address: you become a member of its company.
createWait issueId:text! until:text after:integer signal:boolean key:text deadline:text onDeadline:wake|block|cancel note:text! # Let an agent wait: it ends its run, and is woken at a time or by a signal. The waiting agent is the caller, for the board the assignee. The address of the signal is shown only once.
sendSignal token:text! body:text # End a wait from outside: the token is all that it takes. What the body says, a text or JSON of up to 64 KB, is passed on to the agent.
callMcp jsonrpc:text! id:json? method:text params:json result:json error:json # One JSON-RPC message of the Model Context Protocol, without a session; answers with JSON. Tools, their input and their answers: 'tools/list'.
receiveHook hookId:text! body:text # Deliver what has happened outside, signed as the form of the hook says; at most 1 MB of JSON. The answer comes before any work. An unknown hook, a wrong signature and an old time are refused alike.
createWebhook companyId:text! url:text! events:text[]? description:text? # Send the events from now on to a URL. The secret is shown only once.
`;
