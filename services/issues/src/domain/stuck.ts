/** Issues that wait for a person because a run has left them. */
import { LEFT_TIMES_MAX } from '@muster/contracts';
import type { IssueState } from './issue-state.ts';

type Left = Pick<IssueState, 'leftInProgress'>;

const isLeft = ({ leftInProgress }: Left): boolean => leftInProgress >= LEFT_TIMES_MAX;

/** Whether a change has ended that two runs in a row had left it in progress. */
export const isNoLongerLeft = (before: Left, saved: Left): boolean =>
  isLeft(before) && !isLeft(saved);
