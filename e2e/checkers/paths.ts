/**
 * The statuses of each issue, one after another as a log tells them: every step begins where the
 * last one ended, leads where it may, and has the next version. Stated apart from the service.
 */
export interface Step {
  readonly issueId: string;
  readonly action: string;
  readonly status: string;
  readonly version: number;
  /** As an update says it; nothing where the status stayed. */
  readonly from: string | undefined;
}

/** In a company that requires no reviews. */
const ways: Readonly<Record<string, readonly string[]>> = {
  backlog: ['todo', 'cancelled'],
  todo: ['in_progress', 'cancelled'],
  in_progress: ['in_review', 'blocked', 'done', 'todo', 'cancelled'],
  in_review: ['in_progress', 'done', 'cancelled'],
  blocked: ['todo', 'in_progress', 'cancelled'],
  done: [],
  cancelled: [],
};
/** These tell of an issue and change nothing of it. */
const idle = new Set(['issue.commented', 'issue.assigned', 'issue.unblocked']);

export function faultsOfPaths(steps: readonly Step[]): string[] {
  return [...Map.groupBy(steps, ({ issueId }) => issueId)].flatMap(([issueId, own]) => {
    const [first, ...rest] = own;
    const tell = (fault: string): string => `issue ${issueId}: ${fault}`;
    if (first?.action !== 'issue.created') return [tell('its log does not begin with its making')];
    let at = first;
    return rest.flatMap((step) => {
      const faults = faultsAfter(at, step).map(tell);
      at = step;
      return faults;
    });
  });
}

function faultsAfter(at: Step, step: Step): string[] {
  const { action, status, version, from } = step;
  if (idle.has(action)) {
    return status === at.status ? [] : [`${action} tells of ${status}, and it is ${at.status}`];
  }
  const isMove = status !== at.status;
  return [
    ...(version === at.version + 1 ? [] : [`version ${version} comes after ${at.version}`]),
    ...(from === undefined || from === at.status ? [] : [`leaves ${from}, and it is ${at.status}`]),
    ...(isMove && !ways[at.status]?.includes(status) ? [`${at.status} becomes ${status}`] : []),
  ];
}
