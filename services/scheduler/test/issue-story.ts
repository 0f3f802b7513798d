/** What happens to an issue, as the issues service tells the scheduler. */
import {
  issues,
  type EventName,
  type IssueSnapshot,
  type ParentSnapshot,
  type Payload,
  type Run,
  type WaitEnded,
} from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, anIssue, boardActor } from '@muster/test-kit';
import { eventually, type Opened } from './open-scheduler.ts';

/** An agent and its run, or null where it acts by a key of its own; nothing for the board. */
export type Actor = { readonly id: string | null; readonly agentId: string } | undefined;

export interface IssueStory {
  readonly issueId: string;
  create(assigneeAgentId: string): Promise<void>;
  /** Sets a status, like an update; by the board unless a run is given. */
  set(status: IssueSnapshot['status'], by?: Actor): Promise<void>;
  give(
    to: Partial<Pick<IssueSnapshot, 'assigneeAgentId' | 'assigneeUserId'>>,
    by?: Actor,
  ): Promise<void>;
  release(by?: Actor): Promise<void>;
  checkOut(by: NonNullable<Actor>): Promise<void>;
  /** Another issue blocks it from now on. */
  block(): Promise<void>;
  unblock(): Promise<void>;
  /** The board holds it, and tells the runs on it to stop or lets them go on. */
  /** By default the runs on it finish. */
  hold(cancelRuns?: boolean | null): Promise<void>;
  lift(): Promise<void>;
  comment(mentioned?: string): Promise<void>;
  /** Its assignee hands it over for review. */
  handOver(reviewerAgentId: string, by: NonNullable<Actor>): Promise<void>;
  /** It is returned to the agent. */
  giveBack(authorAgentId: string, by: NonNullable<Actor>): Promise<void>;
  /** A wait of the agent has ended. */
  endWait(agentId: string, more?: Partial<WaitEnded['wait']>): Promise<void>;
  /** A run has left it in progress, `times` counts those in a row. */
  leave(runId: string, times: number): Promise<void>;
  /** Its last child has ended. */
  settle(more?: Partial<ParentSnapshot>, by?: Actor): Promise<void>;
}

const ended = { identifier: 'ACM-8', title: 'Part', status: 'done' } as const;
/** How the children of a parent are after the last has ended. */
export const settled = {
  wakeOnChildren: 'settled',
  child: { issueId: newId(), ...ended },
  children: [ended],
  childCounts: { done: 1 },
  openChildren: 0,
} satisfies Partial<ParentSnapshot>;

const endedWait: Omit<WaitEnded['wait'], 'agentId'> = {
  waitId: newId(),
  note: 'Merge it',
  until: null,
  deadline: null,
  onDeadline: 'wake',
  signal: true,
  cause: 'signal',
  received: '{"status":"green"}',
  moved: false,
};

export function anIssueStory(opened: Opened, companyId: string): IssueStory {
  let issue = anIssue();
  const { issueId } = issue;
  const change = (fields: Partial<IssueSnapshot>): IssueSnapshot => {
    const former = issue;
    issue = { ...issue, ...fields, version: issue.version + 1 };
    return former;
  };
  const tell = async <N extends EventName<typeof issues>>(
    name: N,
    payload: Payload<typeof issues, N>,
    by?: Actor,
  ): Promise<void> => {
    const { service } = await opened.stage.standIn(issues);
    const actor = by ? agentActor(companyId, { id: by.agentId }) : boardActor();
    await service.runtime.write(
      async (context) => {
        (context.emit as (type: string, input: object) => void)(name, {
          companyId,
          entityId: issueId,
          payload,
        });
      },
      { actor, runId: by?.id ?? null },
    );
    await opened.receive(issues, 'label.created', {
      companyId,
      entityId: newId(),
      payload: { labelId: newId(), name: 'behind', color: '#112233' },
    });
  };
  const previous = ({ assigneeAgentId }: IssueSnapshot) => ({
    previousAssigneeAgentId: assigneeAgentId,
  });
  return {
    issueId,
    async create(assigneeAgentId) {
      change({ assigneeAgentId });
      await tell('issue.created', issue);
      await tell('issue.assigned', { ...issue, previousAssigneeAgentId: null });
    },
    async set(status, by) {
      const former = change({ status });
      const changes = { status: { from: former.status, to: status } };
      await tell('issue.updated', { ...issue, changes }, by);
    },
    async give(to, by) {
      const former = change({ assigneeAgentId: null, assigneeUserId: null, ...to });
      await tell('issue.assigned', { ...issue, ...previous(former) }, by);
    },
    async release(by) {
      const former = change({ assigneeAgentId: null, status: 'todo' });
      await tell('issue.released', { ...issue, ...previous(former) }, by);
    },
    async checkOut(by) {
      change({ assigneeAgentId: by.agentId, status: 'in_progress' });
      await tell('issue.checked_out', issue, by);
    },
    unblock: () => tell('issue.unblocked', issue),
    block: () =>
      tell('issue.updated', {
        ...issue,
        openBlockers: ['ACM-2'],
        changes: { blockedByIssueIds: { from: [], to: [newId()] } },
      }),
    hold: (cancelRuns = false) =>
      tell('issue.held', { ...issue, heldBy: 'ACM-9', reason: 'A freeze', cancelRuns }),
    lift: () => tell('issue.hold_lifted', issue),
    handOver: (reviewerAgentId, by) =>
      tell(
        'issue.review_requested',
        { ...issue, reviewerAgentId, authorAgentId: by.agentId, round: 1, commentId: null },
        by,
      ),
    giveBack: (authorAgentId, by) =>
      tell(
        'issue.reviewed',
        { ...issue, verdict: 'returned', authorAgentId, round: 1, commentId: null },
        by,
      ),
    endWait: (agentId, more) =>
      tell('issue.wait_ended', { ...issue, wait: { ...endedWait, agentId, ...more } }),
    leave: (leftBy, times) => tell('issue.left_in_progress', { ...issue, leftBy, times }),
    settle: (more, by) => tell('issue.children_settled', { ...issue, ...settled, ...more }, by),
    comment: (mentioned) =>
      tell('issue.commented', {
        ...issue,
        commentId: newId(),
        excerpt: 'Look',
        mentions: mentioned ? [{ agentId: mentioned, name: 'A', woken: true, reason: null }] : [],
      }),
  };
}

/** The run of the agent about the issue, once it is in this status. */
export const runAbout = (
  { stage }: Opened,
  companyId: string,
  { agentId, issueId, status }: { agentId: string; issueId: string | null; status: Run['status'] },
): Promise<Run> =>
  eventually(async () => {
    const runs = await stage.as(boardActor()).listRuns({ companyId, agentId });
    return runs.find((run) => run.issueId === issueId && run.status === status);
  });
