/** Rendered from the contracts by `pnpm render`: name METHOD /path, then its marks. */
export const reads = `
listAgentKeys GET /api/agents/:agentId/keys
listInvites GET /api/companies/:companyId/invites page
listJoinRequests GET /api/companies/:companyId/join-requests page
listMembers GET /api/companies/:companyId/members page
listUserNames GET /api/companies/:companyId/user-names
listUserInvitations GET /api/companies/:companyId/user-invitations page
listInstanceInvitations GET /api/instance-invitations page
listUsers GET /api/users page
listBoardTokens GET /api/board-tokens
listSessions GET /api/sessions
listInstanceActivity GET /api/instance/activity page
listOwnActivity GET /api/me/activity page
listWebhooks GET /api/companies/:companyId/webhooks page
getWebhook GET /api/companies/:companyId/webhooks/:webhookId
listWebhookDeliveries GET /api/companies/:companyId/webhooks/:webhookId/deliveries page
getWebhookDelivery GET /api/companies/:companyId/webhooks/:webhookId/deliveries/:deliveryId
listHooks GET /api/companies/:companyId/hooks page
getHook GET /api/companies/:companyId/hooks/:hookId
listHookDeliveries GET /api/companies/:companyId/hooks/:hookId/deliveries page
getHookDelivery GET /api/companies/:companyId/hooks/:hookId/deliveries/:hookDeliveryId
getPackageImport GET /api/companies/:companyId/package-imports/:packageImportId
listCompanies GET /api/companies page
getCompany GET /api/companies/:companyId
listErasures GET /api/erasures page
listAgents GET /api/companies/:companyId/agents page
getOwnAgent GET /api/agents/me
getAgent GET /api/agents/:agentId
getOrg GET /api/companies/:companyId/org
listAgentConfigurations GET /api/companies/:companyId/agent-configurations page
getAgentConfiguration GET /api/agents/:agentId/configuration
listConfigRevisions GET /api/agents/:agentId/config-revisions page
getInstructions GET /api/agents/:agentId/instructions
listInstructionsRevisions GET /api/agents/:agentId/instructions/revisions page
listSkills GET /api/companies/:companyId/skills page
getSkill GET /api/companies/:companyId/skills/:skill
listSkillRevisions GET /api/companies/:companyId/skills/:skill/revisions page
listAgentSkills GET /api/agents/:agentId/skills
listSecrets GET /api/companies/:companyId/secrets page
listIssues GET /api/companies/:companyId/issues page
countListedIssues GET /api/companies/:companyId/issues/counts
getIssue GET /api/issues/:issueId
getIssueRelations GET /api/issues/:issueId/relations
listChildren GET /api/issues/:issueId/children
getBulkChange GET /api/companies/:companyId/issues/bulk/:bulkChangeId
listComments GET /api/issues/:issueId/comments page
getComment GET /api/issues/:issueId/comments/:commentId
listWaits GET /api/issues/:issueId/waits page
listQuestions GET /api/issues/:issueId/questions page
getQuestion GET /api/questions/:questionId
listIssueDocuments GET /api/issues/:issueId/documents page
getIssueDocument GET /api/issues/:issueId/documents/:document
listIssueDocumentRevisions GET /api/issues/:issueId/documents/:document/revisions page
compareIssueDocument GET /api/issues/:issueId/documents/:document/diff
listProjectDocuments GET /api/projects/:projectId/documents page
getProjectDocument GET /api/projects/:projectId/documents/:document
listProjectDocumentRevisions GET /api/projects/:projectId/documents/:document/revisions page
compareProjectDocument GET /api/projects/:projectId/documents/:document/diff
listCompanyDocuments GET /api/companies/:companyId/documents page
getCompanyDocument GET /api/companies/:companyId/documents/:document
listCompanyDocumentRevisions GET /api/companies/:companyId/documents/:document/revisions page
compareCompanyDocument GET /api/companies/:companyId/documents/:document/diff
listIssueFiles GET /api/issues/:issueId/files page
getFile GET /api/files/:fileId
getInbox GET /api/agents/me/inbox page
getInboxLite GET /api/agents/me/inbox-lite page
listLabels GET /api/companies/:companyId/labels page
listProjects GET /api/companies/:companyId/projects page
getProject GET /api/projects/:projectId
listWorkspaces GET /api/projects/:projectId/workspaces
listGoals GET /api/companies/:companyId/goals page
getGoal GET /api/goals/:goalId
listRoutines GET /api/companies/:companyId/routines page
previewRoutine GET /api/companies/:companyId/routine-moments
getRoutine GET /api/routines/:routineId
listFirings GET /api/routines/:routineId/firings page
listApprovals GET /api/companies/:companyId/approvals page
getApproval GET /api/approvals/:approvalId
listApprovalComments GET /api/approvals/:approvalId/comments page
getCostSummary GET /api/companies/:companyId/costs/summary
listCostsByAgent GET /api/companies/:companyId/costs/by-agent page
listCostsByProject GET /api/companies/:companyId/costs/by-project page
listCostsByIssue GET /api/companies/:companyId/costs/by-issue page
listCostsByModel GET /api/companies/:companyId/costs/by-model page
listCostsByDay GET /api/companies/:companyId/costs/by-day page
listCosts GET /api/companies/:companyId/cost-events page
exportCosts GET /api/companies/:companyId/costs/export lines
listRuns GET /api/companies/:companyId/heartbeat-runs page
getRun GET /api/heartbeat-runs/:runId
getRunLog GET /api/heartbeat-runs/:runId/log
listRunEvents GET /api/heartbeat-runs/:runId/events
listRunMessages GET /api/heartbeat-runs/:runId/messages
getAgentWakes GET /api/agents/:agentId/wakes
getRunStatistics GET /api/agents/:agentId/run-statistics
listIssueApprovals GET /api/issues/:issueId/approvals page
listApprovalIssues GET /api/approvals/:approvalId/issues page
downloadFile GET /api/files/:fileId/content text range=Range
createFileAddress GET /api/files/:fileId/address
openFileAddress GET /api/file-contents/:token text range=Range
getInvite GET /api/invites/:token
getOnboardingText GET /api/invites/:token/onboarding.txt text
getJoinRequest GET /api/join-requests/:joinRequestId claimSecret=X-Claim-Secret
getStart GET / text
getIndexText GET /llms.txt text
getHeartbeatText GET /llms/heartbeat.txt text
getPathsText GET /llms/paths.txt text
getAgentConfigurationText GET /llms/agent-configuration.txt text
getAdapterText GET /llms/agent-configuration/:adapterType.txt text
getSkillText GET /llms/skill.md text
getSkillReference GET /llms/skill/:text.md text
getAgentIcons GET /llms/agent-icons.txt text
getIssueCosts GET /api/issues/:issueId/costs
getRunCosts GET /api/heartbeat-runs/:runId/costs
getDashboard GET /api/companies/:companyId/dashboard
exportCompany GET /api/companies/:companyId/export
explainWake GET /api/agents/:agentId/explain-wake
getHeartbeatContext GET /api/issues/:issueId/heartbeat-context
getBoardInbox GET /api/inbox
getCompanyInbox GET /api/companies/:companyId/inbox
getRunReceipt GET /api/heartbeat-runs/:runId/receipt
getInstance GET /api/instance
getSession GET /api/session
getSignInLink GET /api/auth/sign-in/link code=X-Sign-In-Code
finishProviderSignIn GET /api/auth/callback/oidc
getAuthorizationRequest GET /api/authorization-request
getUserInvitation GET /api/user-invitations/:token
listOwnInvitations GET /api/invitations
listOwnWakes GET /api/agents/me/wakes
followCompanies GET /api/events live lastEventId=Last-Event-ID
followCompany GET /api/companies/:companyId/events live lastEventId=Last-Event-ID
listCompanyActivity GET /api/companies/:companyId/activity page
getActivityChain GET /api/companies/:companyId/activity/:activityId/chain
getHealth GET /api/health
getDocs GET /docs text
getOpenApi GET /api/openapi.json
`;
