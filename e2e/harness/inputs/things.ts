/** What the ids of the interface name. A field that is new here is added to the table. */
export type Thing = (typeof things)[number];

export const things = [
  'company', 'agent', 'issue', 'comment', 'key', 'run', 'approval', 'revision', 'label', 'project',
  'workspace', 'goal', 'user', 'secret', 'invite', 'joinRequest', 'userInvitation',
  'boardToken', 'session', 'wake', 'webhook', 'delivery',
] as const;

const ofField: Readonly<Record<string, Thing>> = {
  companyId: 'company',
  agentId: 'agent',
  assigneeAgentId: 'agent',
  leadAgentId: 'agent',
  ownerAgentId: 'agent',
  requestedByAgentId: 'agent',
  reportsTo: 'agent',
  issueId: 'issue',
  issueIds: 'issue',
  blockedByIssueIds: 'issue',
  sourceIssueId: 'issue',
  sourceIssueIds: 'issue',
  entityId: 'issue',
  commentId: 'comment',
  after: 'comment',
  keyId: 'key',
  runId: 'run',
  approvalId: 'approval',
  revisionId: 'revision',
  labelId: 'label',
  labelIds: 'label',
  projectId: 'project',
  workspaceId: 'workspace',
  goalId: 'goal',
  goalIds: 'goal',
  assigneeUserId: 'user',
  userId: 'user',
  secretId: 'secret',
  inviteId: 'invite',
  joinRequestId: 'joinRequest',
  invitationId: 'userInvitation',
  tokenId: 'boardToken',
  sessionId: 'session',
  webhookId: 'webhook',
  deliveryId: 'delivery',
  wakeId: 'wake',
};

/** Where a name alone does not tell. */
const ofOperation: Readonly<Record<string, Readonly<Record<string, Thing>>>> = {
  createIssue: { parentId: 'issue' },
  listIssues: { parentId: 'issue' },
  updateIssue: { parentId: 'issue' },
  createGoal: { parentId: 'goal' },
  updateGoal: { parentId: 'goal' },
};

export function thingOf(operation: string, field: string): Thing {
  const thing = ofOperation[operation]?.[field] ?? ofField[field];
  if (thing === undefined) throw new Error(`${operation}: what does ${field} name? See things.ts`);
  return thing;
}
