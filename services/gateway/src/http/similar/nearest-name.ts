/** Which known name a client has meant by one that is not known. */
import { nearestOf } from '@muster/service-kit';

export interface NearestName {
  readonly name: string;
  /** Whether it is the same but for case, a separator, a letter or a synonym. */
  readonly isMeant: boolean;
}

/** Names of other systems and of everyday speech, folded, with what they are called here. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  state: ['status'],
  phase: ['status'],
  search: ['q', 'text'],
  query: ['q', 'text'],
  q: ['text'],
  filter: ['q'],
  keyword: ['q'],
  assignee: ['assigneeAgentId'],
  assigneeid: ['assigneeAgentId', 'assignee'],
  assigneeagentid: ['assignee'],
  assignedto: ['assigneeAgentId'],
  owner: ['ownerAgentId', 'assigneeAgentId', 'leadAgentId'],
  lead: ['leadAgentId'],
  agent: ['agentId'],
  parent: ['parentId'],
  parentissueid: ['parentId'],
  project: ['projectId'],
  goal: ['goalId'],
  goals: ['goalIds'],
  label: ['labelId', 'labelIds'],
  labels: ['labelIds', 'labelId'],
  tags: ['labelIds', 'labelId'],
  blockedby: ['blockedByIssueIds'],
  blockers: ['blockedByIssueIds', 'blockedBy'],
  blockedbyissueids: ['blockedBy'],
  dependson: ['blockedByIssueIds'],
  manager: ['reportsTo'],
  managerid: ['reportsTo'],
  reportstoid: ['reportsTo'],
  text: ['body'],
  content: ['body'],
  message: ['body', 'agentMessage'],
  comment: ['body'],
  note: ['decisionNote', 'comment'],
  reason: ['decisionNote'],
  details: ['description'],
  desc: ['description'],
  summary: ['title', 'resultSummary'],
  name: ['title'],
  title: ['name'],
  budget: ['budgetMonthlyCents'],
  budgetcents: ['budgetMonthlyCents'],
  monthlybudget: ['budgetMonthlyCents'],
  adapter: ['adapterType'],
  config: ['adapterConfig'],
  cost: ['costCents'],
  amountcents: ['costCents'],
  cents: ['costCents'],
  eventtypes: ['events', 'types'],
  eventtype: ['events', 'types'],
  topics: ['events', 'types'],
  events: ['types'],
  types: ['events'],
  type: ['types', 'events'],
  pagesize: ['limit'],
  perpage: ['limit'],
  max: ['limit'],
  pagetoken: ['cursor'],
  page: ['cursor'],
  offset: ['cursor'],
  expectedstatus: ['expectedStatuses'],
  cmd: ['command'],
  arguments: ['args'],
  environment: ['env'],
  envvars: ['env'],
  workingdirectory: ['cwd'],
  workdir: ['cwd'],
  timeout: ['timeoutSec'],
  timeoutseconds: ['timeoutSec'],
  interval: ['intervalSec'],
  intervalseconds: ['intervalSec'],
};

/** Shorter names have too many neighbours. */
const LENGTH_MIN = 4;
const LONG_NAME = 8;
/** Above the length of any name; what is longer is like none. */
const LENGTH_MAX = 64;

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_.]/g, '');

export function nearestName(given: string, known: readonly string[]): NearestName | undefined {
  if (given.length > LENGTH_MAX) return undefined;
  const folded = fold(given);
  const same = known.find((name) => fold(name) === folded);
  const synonym = Object.hasOwn(SYNONYMS, folded)
    ? SYNONYMS[folded]?.find((name) => known.includes(name))
    : undefined;
  const meant = same ?? synonym;
  if (meant !== undefined) return { name: meant, isMeant: true };
  if (folded.length < LENGTH_MIN) return undefined;
  const nearest = nearestOf(folded, known, (name) => [fold(name)]);
  if (!nearest) return undefined;
  const { found: name, apart } = nearest;
  // `disabledAt` is another field than `disabled`, and no misspelling of it.
  const isLonger = folded.startsWith(fold(name)) || fold(name).startsWith(folded);
  return { name, isMeant: apart <= (folded.length >= LONG_NAME && !isLonger ? 2 : 1) };
}
