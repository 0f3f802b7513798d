/** The kinds of things that ids of the interface name. A new id field is added to the table. */
export type Thing = (typeof things)[number];

export const things = [
  'company',
  'agent',
  'issue',
  'comment',
  'wait',
  'question',
  'key',
  'run',
  'cost',
  'approval',
  'revision',
  'label',
  'project',
  'workspace',
  'goal',
  'user',
  'secret',
  'invite',
  'joinRequest',
  'userInvitation',
  'boardToken',
  'session',
  'ownInvitation',
  'instanceInvitation',
  'wake',
  'webhook',
  'delivery',
  'activity',
] as const;

/** Things of a user or of the instance: callers are refused by their rights, not by a company. */
export const thingsOfNoCompany: readonly Thing[] = [
  'user',
  'boardToken',
  'session',
  'ownInvitation',
  'instanceInvitation',
];

const ofField: Readonly<Record<string, Thing>> = {
  companyId: 'company',
  companyIds: 'company',
  agentId: 'agent',
  assigneeAgentId: 'agent',
  assigneeAgentIds: 'agent',
  createdByAgentId: 'agent',
  createdByUserId: 'user',
  ids: 'issue',
  projectIds: 'project',
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
  questionId: 'question',
  after: 'comment',
  waitId: 'wait',
  keyId: 'key',
  runId: 'run',
  costId: 'cost',
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
  userIds: 'user',
  secretId: 'secret',
  inviteId: 'invite',
  joinRequestId: 'joinRequest',
  invitationId: 'userInvitation',
  tokenId: 'boardToken',
  sessionId: 'session',
  webhookId: 'webhook',
  deliveryId: 'delivery',
  wakeId: 'wake',
  activityId: 'activity',
};

/** Fields whose name alone is ambiguous. */
const ofOperation: Readonly<Record<string, Readonly<Record<string, Thing>>>> = {
  acceptOwnInvitation: { invitationId: 'ownInvitation' },
  revokeInstanceInvitation: { invitationId: 'instanceInvitation' },
  createBoardToken: { companies: 'company' },
  createIssue: { parentId: 'issue' },
  countListedIssues: { parentId: 'issue' },
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
