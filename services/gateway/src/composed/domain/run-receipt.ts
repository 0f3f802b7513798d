/** The answers of the services as the receipt of a run. */
import {
  RECEIPT_EVENTS_MAX,
  RECEIPT_REFUSALS_MAX,
  RECEIPT_LIST_MAX,
  type Activity,
  type approvals,
  type CostsOfRun,
  type issues,
  type Payload,
  type Run,
  type RunReceipt,
} from '@muster/contracts';

export interface ReceiptParts {
  readonly run: Run;
  /** Events of the service in this run, newest first. undefined: the service could not answer. */
  readonly issues: readonly Activity[] | undefined;
  readonly approvals: readonly Activity[] | undefined;
  /** Of which of these there are more than fit an answer. */
  readonly cut?: { readonly [part in 'issues' | 'approvals']?: boolean | undefined };
  /** undefined: the service could not answer. */
  readonly cost: CostsOfRun | undefined;
  /** By operation and code, the newest first. */
  readonly refused: readonly Refused[];
  /** The beginnings of the comments, by id: events do not have the words. */
  readonly excerpts: ReadonlyMap<string, string>;
}

interface Refused {
  readonly operation: string;
  readonly code: string;
  readonly count: number;
  readonly lastAt: string;
}

export function receiptOf({ run, cut, ...parts }: ReceiptParts): RunReceipt {
  const unavailable = partNames.filter((part) => parts[part] === undefined);
  const incomplete = (['issues', 'approvals'] as const).filter(
    (part) => cut?.[part] || (parts[part]?.length ?? 0) >= RECEIPT_EVENTS_MAX,
  );
  return {
    run: runOf(run),
    issues: parts.issues ? issuesOf(ownEvents(run, parts.issues), parts.excerpts) : null,
    approvals: parts.approvals ? approvalsOf(ownEvents(run, parts.approvals)) : null,
    cost: parts.cost ?? null,
    refusals: refusalsOf(parts.refused),
    ...(incomplete.length > 0 ? { incomplete } : {}),
    ...(unavailable.length > 0 ? { unavailable } : {}),
  };
}

const partNames = ['issues', 'approvals', 'cost'] as const;

const runOf = (run: Run): RunReceipt['run'] => ({
  id: run.id,
  companyId: run.companyId,
  agentId: run.agentId,
  issueId: run.issueId,
  status: run.status,
  errorCode: run.errorCode,
  error: run.error,
  resultSummary: run.resultSummary,
  createdAt: run.createdAt,
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
  ...(run.warnings ? { warnings: run.warnings } : {}),
  ...(run.work ? { work: run.work } : {}),
});

/**
 * What the agent has done itself, oldest first. What services have done because of it carries its
 * run too. A service of the release before does not know the filter by run, so it is applied here.
 */
const ownEvents = ({ id, agentId }: Run, events: readonly Activity[]): readonly Activity[] =>
  events
    .filter(
      (event) => event.runId === id && event.actorType === 'agent' && event.actorId === agentId,
    )
    .toReversed();

const listOf = <T>(entries: readonly T[]) => ({
  count: entries.length,
  items: entries.slice(0, RECEIPT_LIST_MAX),
  more: entries.length > RECEIPT_LIST_MAX,
});

type IssuesOfReceipt = NonNullable<RunReceipt['issues']>;
type Changed = IssuesOfReceipt['changed']['items'][number];
type IssueEvent = 'issue.checked_out' | 'issue.released' | 'issue.created';

/** The comments whose beginnings a receipt has. */
export const commentsShown = (run: Run, events: readonly Activity[]): string[] =>
  ofAction(ownEvents(run, events), 'issue.commented')
    .slice(0, RECEIPT_LIST_MAX)
    .map(({ details }) => (details as Payload<typeof issues, 'issue.commented'>).commentId);

const issuesOf = (
  events: readonly Activity[],
  excerpts: ReceiptParts['excerpts'],
): IssuesOfReceipt => {
  const momentsOf = (action: IssueEvent) => listOf(ofAction(events, action).map(momentOf));
  return {
    checkedOut: momentsOf('issue.checked_out'),
    released: momentsOf('issue.released'),
    created: momentsOf('issue.created'),
    changed: listOf(changesOf(ofAction(events, 'issue.updated'))),
    comments: listOf(
      ofAction(events, 'issue.commented').map((event) => {
        const { commentId, excerpt } = event.details as Payload<typeof issues, 'issue.commented'>;
        // What a release before has emitted brings the beginning of the text.
        return { ...momentOf(event), commentId, excerpt: excerpts.get(commentId) ?? excerpt };
      }),
    ),
  };
};

const ofAction = (events: readonly Activity[], wanted: string): readonly Activity[] =>
  events.filter(({ action }) => action === wanted);

const momentOf = ({ details, createdAt }: Activity) => {
  const { issueId, identifier, title } = details as Payload<typeof issues, IssueEvent>;
  return { issueId, identifier, title, at: createdAt };
};

function changesOf(events: readonly Activity[]): readonly Changed[] {
  const changed = new Map<string, Changed>();
  for (const event of events) {
    const moment = momentOf(event);
    changed.set(moment.issueId, {
      ...moment,
      ...changedSince(changed.get(moment.issueId), event),
    });
  }
  return [...changed.values()];
}

function changedSince(
  before: Changed | undefined,
  { details }: Activity,
): Pick<Changed, 'fields' | 'status'> {
  const { changes } = details as Payload<typeof issues, 'issue.updated'>;
  const { status } = changes as { readonly status?: NonNullable<Changed['status']> };
  const fields = new Set([...(before?.fields ?? []), ...Object.keys(changes)]);
  return {
    fields: [...fields].toSorted(),
    status: status
      ? { from: before?.status?.from ?? status.from, to: status.to }
      : (before?.status ?? null),
  };
}

const approvalsOf = (events: readonly Activity[]): NonNullable<RunReceipt['approvals']> =>
  listOf(
    ofAction(events, 'approval.created').map(({ details, createdAt }) => {
      const { approvalId, type, issueIds } = details as Payload<
        typeof approvals,
        'approval.created'
      >;
      return { approvalId, type, issueIds, at: createdAt };
    }),
  );

/** Codes by their number, the largest first. */
function refusalsOf(refused: readonly Refused[]): RunReceipt['refusals'] {
  const codes = new Map<string, number>();
  for (const { code, count } of refused) codes.set(code, (codes.get(code) ?? 0) + count);
  return {
    count: [...codes.values()].reduce((sum, count) => sum + count, 0),
    byCode: [...codes]
      .map(([code, count]) => ({ code, count }))
      .toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code))
      .slice(0, RECEIPT_LIST_MAX),
    items: refused.slice(0, RECEIPT_REFUSALS_MAX),
    more: refused.length > RECEIPT_REFUSALS_MAX,
  };
}
