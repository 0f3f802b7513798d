/**
 * The transitions of each issue in its log: each starts at the status where the previous one ended, is
 * legal, and increments the version. Implemented independently of the service.
 */
export interface Step {
  readonly issueId: string;
  readonly action: string;
  readonly status: string;
  readonly version: number;
  /** From the event of an update; undefined if the status did not change. */
  readonly from: string | undefined;
}

/** Legal transitions in a company without reviews. */
const legalTransitions: Readonly<Record<string, readonly string[]>> = {
  backlog: ['todo', 'cancelled'],
  todo: ['in_progress', 'cancelled'],
  in_progress: ['in_review', 'blocked', 'done', 'todo', 'cancelled'],
  in_review: ['in_progress', 'done', 'cancelled'],
  blocked: ['todo', 'in_progress', 'cancelled'],
  done: [],
  cancelled: [],
};
/** Actions that do not change the issue. */
const unchanging = new Set([
  'issue.commented',
  'issue.assigned',
  'issue.unblocked',
  'issue.review_requested',
  'issue.reviewed',
  'issue.children_settled',
  'issue.child_ended',
  'issue.child_blocked',
]);

export function faultsOfPaths(steps: readonly Step[]): string[] {
  return [...Map.groupBy(steps, ({ issueId }) => issueId)].flatMap(([issueId, own]) => {
    const [first, ...rest] = own;
    const report = (fault: string): string => `issue ${issueId}: ${fault}`;
    if (first?.action !== 'issue.created')
      return [report('its log does not begin with its creation')];
    let at = first;
    return rest.flatMap((step) => {
      const faults = faultsAfter(at, step).map(report);
      at = step;
      return faults;
    });
  });
}

function faultsAfter(at: Step, step: Step): string[] {
  const { action, status, version, from } = step;
  if (unchanging.has(action)) {
    return status === at.status ? [] : [`${action} has status ${status} instead of ${at.status}`];
  }
  const isMove = status !== at.status;
  return [
    ...(version === at.version + 1 ? [] : [`version ${version} comes after ${at.version}`]),
    ...(from === undefined || from === at.status ? [] : [`leaves ${from} instead of ${at.status}`]),
    ...(isMove && !legalTransitions[at.status]?.includes(status)
      ? [`${at.status} becomes ${status}`]
      : []),
  ];
}
