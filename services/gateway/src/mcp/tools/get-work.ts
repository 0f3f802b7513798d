import type { HeartbeatContext, Output, agents, issues, scheduler } from '@muster/contracts';
import { z } from 'zod';
import { cut, fit } from '../domain/fit.ts';
import { priorityOf, showContext } from '../show-issue.ts';
import { reads, tool } from '../tool.ts';

const MAX_BYTES = 6_000;
const INBOX_MAX = 20;
const REVIEWS_MAX = 10;
/** Of the issue of the run: the newest. */
const COMMENTS = 5;
/** Longest text of the issue of the run, which has to leave room for the inbox. */
const TEXT_MAX = 2_500;

export const getWork = tool({
  name: 'get_work',
  description:
    'Start here: who you are, why you were woken, the issue of this run with its newest comments, ' +
    'your open issues, your budget. No priority is medium. waiting counts issues that open issues ' +
    'block; reviews are issues of others that wait for your verdict: update_issue to done, or to ' +
    'in_progress with a comment.',
  input: z.strictObject({}),
  hints: reads,
  async run(_, { perform, actor }) {
    const [{ answer: me }, run, { answer: inbox, nextCursor, leftOut }, asked] = await Promise.all([
      perform('getOwnAgent', {}),
      actor.runId === undefined ? undefined : perform('getRun', { runId: actor.runId }),
      perform('getInboxLite', { limit: INBOX_MAX }),
      perform('getInboxLite', { reviews: true, limit: REVIEWS_MAX }),
    ]);
    // The issues service of the release before leaves the filter out and answers the inbox.
    const reviews = asked.answer.filter(({ status }) => status === 'in_review');
    const issueId = run?.answer.issueId;
    const context =
      issueId && (await perform('getHeartbeatContext', { issueId, comments: COMMENTS })).answer;
    return fit({
      maxBytes: MAX_BYTES,
      items: inbox,
      keep: 'first',
      build: (shown, textMax) => ({
        me: showSelf(me, textMax),
        run: run && showRun(run.answer, textMax),
        work: context ? showWork(context, me.id, Math.min(textMax, TEXT_MAX)) : undefined,
        inbox: shown.map((item) => showItem(item, textMax)),
        reviews: reviews.length > 0 ? reviews.map((item) => showReview(item, textMax)) : undefined,
        waiting: leftOut || undefined,
        more: shown.length < inbox.length || nextCursor ? 'find_issues assignee: "me"' : undefined,
      }),
    });
  },
});

type Own = Output<typeof agents, 'getOwnAgent'>;

const showSelf = (
  { id, role, status, budget, name, title, chainOfCommand }: Own,
  textMax: number,
) => ({
  id,
  role,
  // That it works is no news to it.
  status: status === 'idle' || status === 'running' ? undefined : status,
  manager: chainOfCommand[0]?.id,
  budget:
    budget.limitCents === 0
      ? undefined
      : { remainingCents: budget.remainingCents, caution: budget.caution || undefined },
  said: {
    by: 'board',
    name: cut(name, textMax),
    title: cut(title, textMax),
    manager: cut(chainOfCommand[0]?.name, textMax),
  },
});

const showRun = (
  { id, source, wakeReason, context }: Output<typeof scheduler, 'getRun'>,
  textMax: number,
) => {
  const { wakes = [] } = context as { wakes?: readonly Wake[] };
  const wake = wakes[0];
  return {
    id,
    source,
    wakes: wakes.length > 1 ? wakes.length : undefined,
    comment: wake?.commentId,
    approval: wake?.approvalId,
    approvalStatus: wake?.approvalStatus,
    said: { reason: cut(wakeReason, textMax), ...showWait(wakes, textMax) },
  };
};

/** The wait that has ended: its note is the agent's own, what its signal brought is from outside. */
function showWait(wakes: readonly Wake[], textMax: number) {
  const wait = wakes.find(({ payload }) => payload?.wait)?.payload?.wait;
  return (
    wait && {
      wait: `${wait.cause}: ${cut(wait.note, textMax)}`,
      fromOutside: cut(wait.received?.text, textMax),
    }
  );
}

interface Wait {
  readonly note: string;
  readonly cause: string;
  readonly received?: { readonly text: string };
}

interface Wake {
  readonly commentId?: string | null;
  readonly approvalId?: string | null;
  readonly approvalStatus?: string | null;
  readonly payload?: { readonly wait?: Wait } | null;
}

function showWork(context: HeartbeatContext, self: string, textMax: number) {
  const { items, count } = context.comments;
  const earlier = count - items.length;
  return {
    ...showContext({ context, comments: items, self, textMax }),
    more: earlier > 0 ? `${earlier} earlier comments: read_issue` : undefined,
  };
}

const showItem = (
  { identifier, status, priority, title }: Output<typeof issues, 'getInboxLite'>[number],
  textMax: number,
) => ({
  issue: identifier,
  status,
  priority: priorityOf({ priority }),
  said: { title: cut(title, textMax) },
});

const showReview = (
  { identifier, title }: Output<typeof issues, 'getInboxLite'>[number],
  textMax: number,
) => ({ issue: identifier, said: { title: cut(title, textMax) } });
