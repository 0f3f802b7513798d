/** A run as stretches: it waits, it starts, and between what it did it works. */
import type { Run, RunReceipt } from '@muster/contracts';
import { isLive, runMarks } from '../marks.ts';
import { stretchesOf, type Stretch } from '../time-line.ts';

interface Moment {
  readonly at: string;
  readonly word: string;
  readonly tone: Stretch['tone'];
  readonly who: undefined;
}

export type RunTimes = Pick<Run, 'createdAt' | 'startedAt' | 'finishedAt' | 'status'>;

export function runLine(
  run: RunTimes,
  receipt: Pick<RunReceipt, 'issues' | 'approvals'> | undefined,
  now: string,
): readonly Stretch[] {
  const end = run.finishedAt ?? (isLive(run.status) ? now : (run.startedAt ?? run.createdAt));
  const moments: Moment[] = [moment(run.createdAt, 'Waited for its start', 'quiet')];
  if (run.startedAt !== null) {
    moments.push(moment(run.startedAt, 'Worked', 'work'));
    for (const [at, word] of stepsOf(receipt)) {
      if (at > run.startedAt && at < end)
        moments.push(moment(at, `Worked, after it ${word}`, 'work'));
    }
  }
  const last = moments.pop();
  if (last && hasFailed(run.status)) moments.push({ ...last, tone: 'error' });
  else if (last) moments.push(last);
  return stretchesOf(moments, end);
}

const hasFailed = (status: Run['status']): boolean => runMarks[status].tone === 'error';

const moment = (at: string, word: string, tone: Moment['tone']): Moment => ({
  at,
  word,
  tone,
  who: undefined,
});

type Step = readonly [at: string, word: string];

/** What the run has done, in the order in which it was done. */
function stepsOf(receipt: Pick<RunReceipt, 'issues' | 'approvals'> | undefined): readonly Step[] {
  const { issues, approvals } = receipt ?? {};
  const steps: readonly Step[] = [
    ...(issues?.checkedOut.items ?? []).map(step('checked out')),
    ...(issues?.released.items ?? []).map(step('released')),
    ...(issues?.created.items ?? []).map(step('created')),
    ...(issues?.comments.items ?? []).map(step('commented on')),
    ...(issues?.changed.items ?? []).map(step('changed')),
    ...(approvals?.items ?? []).map(({ at }): Step => [at, 'asked the board']),
  ];
  return steps.toSorted(([one], [other]) => one.localeCompare(other));
}

const step =
  (verb: string) =>
  ({ at, identifier }: { readonly at: string; readonly identifier: string }): Step => [
    at,
    `${verb} ${identifier}`,
  ];
