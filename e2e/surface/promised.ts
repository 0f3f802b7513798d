/**
 * Every promised method and path, as an independent list: written from the description of Muster, not
 * from its code, so that a test notices if either loses one.
 */
import { rowsOf } from './rows.ts';

export const promised = rowsOf(`
GET    /api/session                                                 agent,board  200
GET    /api/health                                                  public       200
GET    /api/openapi.json                                            public       200
GET    /docs                                                        public       200
GET    /llms/agent-configuration.txt                                public       200
GET    /llms/agent-configuration/:adapterType.txt                   public       200
GET    /llms/agent-icons.txt                                        public       200

GET    /api/companies                                               agent,board  200
POST   /api/companies                                               board        201
GET    /api/companies/:companyId                                    agent,board  200
PATCH  /api/companies/:companyId                                    board        200
PATCH  /api/companies/:companyId/budgets                            board        200
GET    /api/companies/:companyId/members                            board        200
POST   /api/companies/:companyId/members                            board        201
PATCH  /api/companies/:companyId/members/:userId                    board        200
DELETE /api/companies/:companyId/members/:userId                    board        200
GET    /api/companies/:companyId/dashboard                          agent,board  200
GET    /api/companies/:companyId/activity                           agent,board  200
GET    /api/companies/:companyId/events                             agent,board  200

POST   /api/companies/:companyId/partner/invite-prompt              agent,board  201
GET    /api/invites/:token                                          public       200
GET    /api/invites/:token/onboarding.txt                           public       200
POST   /api/invites/:token/accept                                   public       202
GET    /api/companies/:companyId/join-requests                      board        200
POST   /api/companies/:companyId/join-requests/:id/approve          board        200
POST   /api/companies/:companyId/join-requests/:id/reject           board        200
POST   /api/join-requests/:id/claim-api-key                         public       201

GET    /api/agents/me                                               agent        200
GET    /api/agents/me/inbox                                         agent        200
GET    /api/agents/me/inbox-lite                                    agent        200
GET    /api/agents/me/wakes                                         agent        200
POST   /api/agents/me/wakes/:wakeId/ack                             agent        200
GET    /api/agents/:agentId                                         agent,board  200
PATCH  /api/agents/:agentId                                         agent,board  200
PATCH  /api/agents/:agentId/budgets                                 agent,board  200
POST   /api/agents/:agentId/pause                                   agent,board  200
POST   /api/agents/:agentId/resume                                  agent,board  200
POST   /api/agents/:agentId/terminate                               board        200
GET    /api/agents/:agentId/keys                                    agent,board  200
POST   /api/agents/:agentId/keys                                    agent,board  201
DELETE /api/agents/:agentId/keys/:keyId                             agent,board  200
GET    /api/agents/:agentId/configuration                           agent,board  200
PATCH  /api/agents/:agentId/instructions-path                       agent,board  200
GET    /api/agents/:agentId/instructions                            agent,board  200
PATCH  /api/agents/:agentId/instructions                            agent,board  200
GET    /api/agents/:agentId/instructions/revisions                  agent,board  200
GET    /api/agents/:agentId/skills                                  agent,board  200
PATCH  /api/agents/:agentId/skills                                  board        200
GET    /api/companies/:companyId/skills                             agent,board  200
GET    /api/companies/:companyId/skills/:skill                      agent,board  200
PATCH  /api/companies/:companyId/skills/:skill                      board        200
DELETE /api/companies/:companyId/skills/:skill                      board        200
GET    /api/companies/:companyId/skills/:skill/revisions             agent,board  200
GET    /api/agents/:agentId/config-revisions                        agent,board  200
POST   /api/agents/:agentId/config-revisions/:revisionId/rollback   agent,board  200
GET    /api/agents/:agentId/explain-wake                            agent,board  200
POST   /api/agents/:agentId/wakeup                                  agent,board  202
POST   /api/agents/:agentId/heartbeat/invoke                        agent,board  202
GET    /api/companies/:companyId/agents                             agent,board  200
POST   /api/companies/:companyId/agents                             board        201
POST   /api/companies/:companyId/agent-hires                        agent,board  201
GET    /api/companies/:companyId/org                                agent,board  200
GET    /api/companies/:companyId/agent-configurations               agent,board  200
GET    /api/companies/:companyId/heartbeat-runs                     agent,board  200
GET    /api/heartbeat-runs/:runId                                   agent,board  200
GET    /api/heartbeat-runs/:runId/log                               agent,board  200
GET    /api/heartbeat-runs/:runId/receipt                           agent,board  200
GET    /api/heartbeat-runs/:runId/events                            agent,board  200
POST   /api/heartbeat-runs/:runId/beat                              agent        200
POST   /api/heartbeat-runs/:runId/finish                            agent        200
POST   /api/heartbeat-runs/:runId/cancel                            board        200

GET    /api/companies/:companyId/issues                             agent,board  200
POST   /api/companies/:companyId/issues                             agent,board  201
GET    /api/issues/:issueId                                         agent,board  200
PATCH  /api/issues/:issueId                                         agent,board  200
POST   /api/issues/:issueId/checkout                                agent,board  200
POST   /api/issues/:issueId/release                                 agent,board  200
GET    /api/issues/:issueId/comments                                agent,board  200
POST   /api/issues/:issueId/comments                                agent,board  201
GET    /api/issues/:issueId/comments/:commentId                     agent,board  200
GET    /api/issues/:issueId/heartbeat-context                       agent,board  200
GET    /api/issues/:issueId/approvals                               agent,board  200
POST   /api/issues/:issueId/approvals                               agent,board  201
DELETE /api/issues/:issueId/approvals/:approvalId                   agent,board  200
GET    /api/companies/:companyId/labels                             agent,board  200
POST   /api/companies/:companyId/labels                             agent,board  201
DELETE /api/labels/:labelId                                         agent,board  200

GET    /api/companies/:companyId/projects                           agent,board  200
POST   /api/companies/:companyId/projects                           agent,board  201
GET    /api/projects/:projectId                                     agent,board  200
PATCH  /api/projects/:projectId                                     agent,board  200
GET    /api/projects/:projectId/workspaces                          agent,board  200
POST   /api/projects/:projectId/workspaces                          agent,board  201
PATCH  /api/projects/:projectId/workspaces/:workspaceId             agent,board  200
DELETE /api/projects/:projectId/workspaces/:workspaceId             agent,board  200
GET    /api/companies/:companyId/goals                              agent,board  200
POST   /api/companies/:companyId/goals                              agent,board  201
GET    /api/goals/:goalId                                           agent,board  200
PATCH  /api/goals/:goalId                                           agent,board  200

GET    /api/companies/:companyId/approvals                          agent,board  200
POST   /api/companies/:companyId/approvals                          agent,board  201
GET    /api/approvals/:approvalId                                   agent,board  200
POST   /api/approvals/:approvalId/approve                           board        200
POST   /api/approvals/:approvalId/reject                            board        200
POST   /api/approvals/:approvalId/request-revision                  board        200
POST   /api/approvals/:approvalId/resubmit                          agent,board  200
POST   /api/approvals/:approvalId/cancel                            agent,board  200
GET    /api/approvals/:approvalId/issues                            agent,board  200
GET    /api/approvals/:approvalId/comments                          agent,board  200
POST   /api/approvals/:approvalId/comments                          agent,board  201

POST   /api/companies/:companyId/cost-events                        agent,board  201
GET    /api/companies/:companyId/costs/summary                      agent,board  200
GET    /api/companies/:companyId/costs/by-agent                     agent,board  200
GET    /api/companies/:companyId/costs/by-project                   agent,board  200
`);
