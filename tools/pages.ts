/**
 * How each paged list stays within its bytes. Either a test fills it with rows of the largest size, or
 * its rows are so small that a page of them may be read whole: then it says, for each text that the
 * answer does not bound, how many characters what writes it lets through.
 */
import type { Operation } from '@muster/contracts';
import { z } from 'zod';

export interface SmallRows {
  /** Characters of the texts, each with up to three bytes; of a list or an object, all together. */
  readonly texts: Readonly<Record<string, number>>;
  /** Where there are never as many as a page has. */
  readonly rows?: number;
}
interface Filled {
  readonly filledBy: string;
  /** How the test asks for the list; by default by the name of the operation. */
  readonly as?: string;
}
type Bound = Filled | SmallRows;

const NAME = 200;
const PERSON = { name: 100, email: 254, permissions: 200 };
const ACCOUNT = { userName: 100, actorName: 100, address: 45 };
const SKILL = { slug: 64, description: 1_024, sha256: 64 };
/** Of a redaction, where a row has one. */
const REDACTED = { redacted: NAME + 500 + 120 };
const FILE = {
  documentKey: 64,
  name: 200,
  type: 120,
  sha256: 64,
  authorName: NAME,
  ...REDACTED,
};
const DOCUMENT = { key: 64, sha256: 64, note: 500, authorName: NAME, ...REDACTED };
const INBOX = { identifier: 200, title: 500 };
const COST = { eventId: NAME, month: 7, priceDate: 10, voidReason: 1_000 };
/** One of the twelve parts of a day: a provider and a model, or an id and a name; and numbers. */
const PART_OF_DAY = 100 + NAME + 40;

const filled = (service: string, test = 'long-rows'): Filled => ({
  filledBy: `services/${service}/test/${test}.test.ts`,
});

export const pages: Readonly<Record<string, Bound>> = {
  listAgents: filled('agents'),
  listAgentConfigurations: filled('agents'),
  listConfigRevisions: filled('agents'),
  listSecrets: filled('agents'),
  listCompanies: filled('agents'),
  listErasures: filled('agents'),
  listInstructionsRevisions: { texts: { sha256: 64 } },
  listSkills: { texts: SKILL, rows: 100 },
  listSkillRevisions: { texts: SKILL, rows: 100 },

  listApprovals: filled('approvals'),
  listApprovalComments: filled('approvals'),
  listApprovalsOfIssue: filled('approvals'),
  listIssueApprovals: { ...filled('approvals'), as: `'listApprovalsOfIssue'` },

  listInvites: filled('gateway'),
  listJoinRequests: filled('gateway'),
  listCompanyActivity: { ...filled('gateway', 'long-activity'), as: '/activity?limit=500' },
  listMembers: { texts: PERSON },
  listUsers: { texts: PERSON },
  listUserInvitations: { texts: PERSON },
  listInstanceInvitations: { texts: PERSON },
  listInstanceActivity: { texts: ACCOUNT },
  listOwnActivity: { texts: ACCOUNT },
  listHooks: {
    texts: { name: NAME, path: 43, effect: 20 * 290, filters: 20 * 450 },
    rows: 100,
  },
  listHookDeliveries: { texts: { deliveryKey: 200, reason: 200 } },
  listWebhooks: {
    texts: { url: 2_000, description: 500, events: 50 * 80, lastError: 500 },
    rows: 20,
  },
  listWebhookDeliveries: { texts: { event: 80, service: 40, error: 500 } },

  listIssues: filled('issues'),
  listComments: filled('issues'),
  listWaits: filled('issues'),
  listQuestions: filled('issues'),
  listProjects: filled('issues'),
  listGoals: filled('issues'),
  listIssueFiles: { texts: FILE, rows: 100 },
  listIssueDocuments: { texts: DOCUMENT, rows: 100 },
  listProjectDocuments: { texts: DOCUMENT, rows: 100 },
  listCompanyDocuments: { texts: DOCUMENT, rows: 100 },
  listIssueDocumentRevisions: { texts: DOCUMENT, rows: 50 },
  listProjectDocumentRevisions: { texts: DOCUMENT, rows: 50 },
  listCompanyDocumentRevisions: { texts: DOCUMENT, rows: 50 },
  listRoutines: { texts: { name: NAME, clock: 350, pauseReason: 64, exhaustedMonth: 7 } },
  listFirings: { texts: { reason: 64 } },
  getInbox: { texts: INBOX },
  getInboxLite: { texts: INBOX },
  listLabels: { texts: { name: 48, color: 7 } },
  // By the ids of its links, of which an approval has as many as an issue.
  listApprovalIssues: {
    texts: { ...INBOX, labels: 50 * 200, labelIds: 50 * 39, blockedByIssueIds: 50 * 39 },
    rows: 50,
  },

  listCosts: { texts: COST },
  exportCosts: { texts: COST },
  listCostsByAgent: { texts: { agentName: NAME } },
  listCostsByProject: { texts: { projectName: NAME } },
  listCostsByIssue: { texts: { issueIdentifier: NAME, issueTitle: 500 } },
  listCostsByModel: { texts: { provider: 100, model: NAME } },
  listCostsByDay: { texts: { day: 10, parts: 12 * PART_OF_DAY } },

  listRuns: filled('scheduler', 'list-runs'),
  listRunEvents: { ...filled('scheduler', 'long-run-events'), as: '.listRunEvents(' },
};

type Schema = z.core.JSONSchema.BaseSchema;

/** Bytes of the largest row of a list whose texts are so long. Infinite: a text has no bound. */
export function largestRow({ output }: Operation, { texts }: SmallRows): number {
  const { items } = z.toJSONSchema(output, { unrepresentable: 'any', reused: 'inline' });
  const { properties = {} } = items as Schema;
  return Object.entries(properties).reduce((sum, [name, schema]) => {
    const characters = texts[name];
    return sum + (characters === undefined ? largest(schema as Schema) : 3 * characters);
  }, 0);
}

const NUMBER = 20;
const ID_OR_TIME = 36;

function largest(schema: Schema): number {
  const { type, anyOf, enum: values, format, maxLength, properties, const: only } = schema;
  if (values) return Math.max(...values.map((value) => String(value).length));
  if (only !== undefined) return String(only).length;
  if (anyOf) return Math.max(...anyOf.map((each) => largest(each)));
  if (type === 'null' || type === 'boolean') return 1;
  if (type === 'integer' || type === 'number') return NUMBER;
  if (type === 'string' && (format === 'uuid' || format === 'date-time')) return ID_OR_TIME;
  if (type === 'string') return 3 * (maxLength ?? Infinity);
  if (type !== 'object' || !properties) return Infinity;
  return Object.values(properties).reduce<number>((sum, each) => sum + largest(each as Schema), 0);
}
