/** Routes that are not promised, each with the reason why it exists. */
import { rowsOf } from './rows.ts';

export const additions = rowsOf(`
GET    /api/events                                      agent,board    200  six connections a browser
DELETE /api/companies/:companyId                              board   200  a company is over
POST   /api/companies/:companyId/restore                      board   200  it was a mistake
GET    /api/erasures                                          board   200  what is gone, and where
POST   /api/companies/:companyId/stop                         board   200  before all else, at once
GET    /api/companies/:companyId/export                       board   200  others want one like it
POST   /api/company-packages/preview                          board   200  what would that make
POST   /api/companies/:companyId/package-imports              board   202  make it
GET    /api/companies/:companyId/package-imports/:packageImportId     board   200  and what was made
GET    /api/agents/:agentId/wakes                       agent,board    200  what it waits for
POST   /api/heartbeat-runs/:runId/messages               agent,board    201  not that way, and before it ends
GET    /api/heartbeat-runs/:runId/messages               agent,board    200  and whether it has heard
POST   /api/heartbeat-runs/:runId/messages/take          agent          200  what was said
GET    /api/agents/:agentId/run-statistics              agent,board    200  whether it works well
GET    /api/companies/:companyId/activity/:id/chain     agent,board    200  why it happened
PATCH  /api/labels/:labelId                             agent,board    200  a name was misspelt
POST   /api/issues/:issueId/reopen                      agent,board    200  done was not done
POST   /api/companies/:companyId/issues/bulk                  board   200  a hundred by hand are a day
GET    /api/companies/:companyId/issues/bulk/:bulkChangeId          board   200  and what became of them
POST   /api/companies/:companyId/routines                agent,board   201  the same work comes again
GET    /api/companies/:companyId/routines                agent,board   200  and which there are
GET    /api/companies/:companyId/routine-moments         agent,board   200  when it will come
GET    /api/routines/:routineId                          agent,board   200  of one
PATCH  /api/routines/:routineId                               board   200  on, off, or otherwise
DELETE /api/routines/:routineId                               board   200  and no more
GET    /api/routines/:routineId/firings                  agent,board   200  what each moment did
POST   /api/routines/:routineId/run                           board   201  once more, now
POST   /api/routines/:routineId/backfill                      board   200  what was missed
POST   /api/issues/:issueId/hold                              board   200  not now, and nothing below
POST   /api/issues/:issueId/hold/lift                         board   200  now
POST   /api/projects/:projectId/hold                          board   200  a whole project waits
POST   /api/projects/:projectId/hold/lift                     board   200  and goes on
GET    /api/issues/:issueId/relations                   agent,board    200  what it waits for
POST   /api/issues/:issueId/children                    agent,board    201  work is handed on at once
GET    /api/issues/:issueId/children                    agent,board    200  and comes back
POST   /api/issues/:issueId/comments/:commentId/redact  agent,board    200  a key was in it
POST   /api/issues/:issueId/waits/:waitId/redact        agent,board    200  or in this
POST   /api/questions/:questionId/redact                agent,board    200  or in that
POST   /api/issues/:issueId/documents/:document/redact        agent,board    200  in a version
POST   /api/projects/:projectId/documents/:document/redact    agent,board    200  of this
POST   /api/companies/:companyId/documents/:document/redact   agent,board    200  or of that
POST   /api/files/:fileId/redact                              agent,board    200  in a picture
POST   /api/heartbeat-runs/:runId/log/redact                  agent,board    200  in the output
POST   /api/approvals/:approvalId/redact                      agent,board    200  in what was asked for
POST   /api/approvals/:approvalId/comments/:commentId/redact  agent,board    200  or said of it
POST   /api/issues/:issueId/waits                       agent,board    201  until the CI is done
GET    /api/issues/:issueId/waits                       agent,board    200  what is waited for
DELETE /api/issues/:issueId/waits/:waitId               agent,board    200  and no longer
POST   /api/signals/:token                                    public  202  the CI is done
POST   /api/issues/:issueId/questions                   agent,board    201  one thing is not known
GET    /api/issues/:issueId/questions                   agent,board    200  and what was said
GET    /api/questions/:questionId                       agent,board    200  of one
POST   /api/questions/:questionId/answer                agent,board    200  and is known now
POST   /api/questions/:questionId/withdraw              agent,board    200  or matters no more
GET    /api/issues/:issueId/documents                         agent,board    200  what is there
PUT    /api/issues/:issueId/documents/:document               agent,board    200  a plan is no comment
GET    /api/issues/:issueId/documents/:document               agent,board    200  it is read
GET    /api/issues/:issueId/documents/:document/revisions     agent,board    200  it has a history
GET    /api/issues/:issueId/documents/:document/diff          agent,board    200  what has changed
DELETE /api/issues/:issueId/documents/:document                     board    200  it is wrong
POST   /api/issues/:issueId/files                             agent,board    201  a picture is no text
GET    /api/issues/:issueId/files                             agent,board    200  which there are
GET    /api/files/:fileId                                     agent,board    200  of one
GET    /api/files/:fileId/content                             agent,board    200  and its bytes
GET    /api/files/:fileId/address                             agent,board    200  for a program
GET    /api/file-contents/:token                                   public    200  which has no key
DELETE /api/files/:fileId                                           board    200  no longer
GET    /api/projects/:projectId/documents                     agent,board    200  of many issues
PUT    /api/projects/:projectId/documents/:document           agent,board    200  what all agree on
GET    /api/projects/:projectId/documents/:document           agent,board    200  and read
GET    /api/projects/:projectId/documents/:document/revisions agent,board    200  and how it came
GET    /api/projects/:projectId/documents/:document/diff      agent,board    200  since when
DELETE /api/projects/:projectId/documents/:document                 board    200  it is old
GET    /api/companies/:companyId/documents                    agent,board    200  of all
PUT    /api/companies/:companyId/documents/:document          agent,board    200  how we work
GET    /api/companies/:companyId/documents/:document          agent,board    200  so that all read it
GET    /api/companies/:companyId/documents/:document/revisions agent,board    200  as it was
GET    /api/companies/:companyId/documents/:document/diff     agent,board    200  and is
DELETE /api/companies/:companyId/documents/:document                board    200  no longer
GET    /api/companies/:companyId/issues/counts          agent,board    200  columns without rows
GET    /api/companies/:companyId/user-names             agent,board    200  ids are not for people
GET    /api/inbox                                             board   200  in all companies at once
GET    /api/companies/:companyId/inbox                        board   200  or in one of them
GET    /api/companies/:companyId/invites                      board   200  which are open
DELETE /api/companies/:companyId/invites/:inviteId            board   200  and to take one back
GET    /api/join-requests/:joinRequestId                      public  200  whether the board decided
GET    /api/companies/:companyId/secrets                agent,board    200  what may be referred to
POST   /api/companies/:companyId/secrets                      board   201  a promise without a path
POST   /api/companies/:companyId/secrets/:secretId/rotate     board   200  a promise without a path
DELETE /api/companies/:companyId/secrets/:secretId            board   200  a promise without a path
POST   /api/agents/:agentId/check                       agent,board    200  before the first run
GET    /api/companies/:companyId/cost-events            agent,board    200  what sums are made of
POST   /api/companies/:companyId/cost-events/:costId/void     board   200  what was booked wrongly
GET    /api/companies/:companyId/costs/export           agent,board    200  the same for a program
POST   /api/agents/:agentId/quota-hold/lift                   board   200  a plan was extended
GET    /api/companies/:companyId/costs/by-issue         agent,board    200  what work costs
GET    /api/companies/:companyId/costs/by-model         agent,board    200  and what a model does
GET    /api/companies/:companyId/costs/by-day           agent,board    200  for a chart
GET    /api/issues/:issueId/costs                       agent,board    200  on the page of an issue
GET    /api/heartbeat-runs/:runId/costs                 agent,board    200  and on that of a run
POST   /mcp                                             agent,board    200  for models with tools
GET    /                                                      public  200  where to go from here
GET    /llms.txt                                              public  200  where agents look first
GET    /llms/heartbeat.txt                                    public  200  one run by requests alone
GET    /llms/paths.txt                                        public  200  less than the OpenAPI document
GET    /llms/skill.md                                         public  200  how an agent works here
GET    /llms/skill/:text.md                                   public  200  and what it may need
POST   /api/auth/sign-in/email                                public  200  a promise without a path
POST   /api/auth/sign-in/token                                public  200  a page of the first admin
POST   /api/auth/sign-in-links                                board   201  a first click after start
GET    /api/auth/sign-in/link                                 public  200  whom a link signs in
POST   /api/auth/sign-in/link                                 public  200  and to use it
GET    /api/authorization-request                             board   200  which program asks
POST   /api/authorization-request/decision                    board   200  and it may, or not
GET    /api/instance                                          public  200  what a page begins with
POST   /api/auth/sign-out                                     board   200  a promise without a path
POST   /api/auth/change-password                              board   200  a promise without a path
POST   /api/auth/sign-in/oidc                                 public  200  a promise without a path
POST   /api/auth/link/oidc                                    board   200  binding takes a person
GET    /api/auth/callback/oidc                                public  302  the provider's way back
GET    /api/instance/activity                                 board   200  who did what to accounts
GET    /api/me/activity                                       board   200  and to one's own
GET    /api/sessions                                          board   200  to find a stolen one
DELETE /api/sessions/:sessionId                               board   200  and to end it
GET    /api/user-invitations/:token                           public  200  what one is invited to
POST   /api/user-invitations/:token/accept                    public  201  nobody signs up unasked
GET    /api/companies/:companyId/user-invitations             board   200  who was invited
DELETE /api/companies/:companyId/user-invitations/:id         board   200  by mistake
GET    /api/invitations                                       board   200  what one is invited to
POST   /api/invitations/:invitationId/accept                  board   200  membership is accepted
GET    /api/instance-invitations                              board   200  who was invited
DELETE /api/instance-invitations/:invitationId                board   200  by mistake
GET    /api/users                                             board   200  for instance admins
POST   /api/users                                             board   201  a second instance admin
PATCH  /api/users/:userId                                     board   200  one who has left
GET    /api/board-tokens                                      board   200  a promise without a path
POST   /api/board-tokens                                      board   201  a promise without a path
DELETE /api/board-tokens/:tokenId                             board   200  a promise without a path
GET    /api/companies/:companyId/webhooks                     board   200  notified without polling
POST   /api/companies/:companyId/webhooks                     board   201  notified without polling
GET    /api/companies/:companyId/webhooks/:webhookId          board   200  how it goes
PATCH  /api/companies/:companyId/webhooks/:webhookId          board   200  to stop and start it
DELETE /api/companies/:companyId/webhooks/:webhookId          board   200  and to end it
POST   /api/companies/:companyId/webhooks/:webhookId/rotate-secret   board  200  after a leak
POST   /api/companies/:companyId/webhooks/:webhookId/ping     board   202  to try a receiver
GET    /api/companies/:companyId/webhooks/:webhookId/deliveries      board  200  what went wrong
GET    /api/companies/:companyId/webhooks/:webhookId/deliveries/:deliveryId board 200 and of one
POST   /api/companies/:companyId/webhooks/:webhookId/deliveries/:deliveryId/replay board 202 again
GET    /api/companies/:companyId/hooks                        board   200  what may begin work
POST   /api/companies/:companyId/hooks                        board   201  work begun from outside
GET    /api/companies/:companyId/hooks/:hookId                board   200  one of them
PATCH  /api/companies/:companyId/hooks/:hookId                board   200  to stop and start it
DELETE /api/companies/:companyId/hooks/:hookId                board   200  and to end it
POST   /api/companies/:companyId/hooks/:hookId/rotate-secret  board   200  without a gap
GET    /api/companies/:companyId/hooks/:hookId/deliveries     board   200  what each has done
GET    /api/companies/:companyId/hooks/:hookId/deliveries/:hookDeliveryId board 200 and of one
POST   /api/companies/:companyId/hooks/:hookId/deliveries/:hookDeliveryId/redeliver board 202 again
POST   /hooks/:hookId                                         public  202  a pull request is merged
`);

/** Other paths of promised routes: served by the gateway, documented under the first path only. */
export const aliases: readonly (readonly [alias: string, of: string])[] = [
  ['GET /api/llms/agent-configuration.txt', 'GET /llms/agent-configuration.txt'],
  ['GET /api/llms/agent-configuration/process.txt', 'GET /llms/agent-configuration/process.txt'],
  ['GET /api/llms/agent-icons.txt', 'GET /llms/agent-icons.txt'],
  ['GET /api/llms.txt', 'GET /llms.txt'],
  ['GET /api/llms/heartbeat.txt', 'GET /llms/heartbeat.txt'],
  ['GET /api/llms/paths.txt', 'GET /llms/paths.txt'],
  ['GET /api/llms/skill.md', 'GET /llms/skill.md'],
  ['GET /api/llms/skill/hiring.md', 'GET /llms/skill/hiring.md'],
];
