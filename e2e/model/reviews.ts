/** The policy of reviews of a company, as the model has it: who takes an issue out of review, or ends it without one. */
import type { IssueStatus } from '@muster/contracts';
import type { CallerName } from '../fixtures/team.ts';
import type { Rules, Work } from './states.ts';

type Reviewed = Pick<Work, 'status' | 'agent' | 'author' | 'handedBy' | 'wasHandedOver'>;

/** Whose work it is: who has handed it over and who had it then, or who has it. The board is the owner, and always may. */
const isOwn = (work: Reviewed, by: CallerName): boolean => {
  const { status, agent, author, handedBy, wasHandedOver } = work;
  if (status !== 'in_review') return by === agent;
  return by === (wasHandedOver ? author : agent) || by === handedBy;
};

/** Whether the policy keeps the caller from the move. */
export function isVerdictOfAnother(
  work: Reviewed,
  to: IssueStatus,
  by: CallerName,
  { reviewPolicy }: Rules,
): boolean {
  if (reviewPolicy === 'anyone' || by === 'board') return false;
  // Work that nobody has handed over is ended by people only.
  if (work.status !== 'in_review') return to === 'done';
  if (to === 'done') return reviewPolicy === 'person' || isOwn(work, by);
  if (to !== 'in_progress' && to !== 'todo') return false;
  // To take one's own work back is no verdict.
  return reviewPolicy === 'person' && !isOwn(work, by);
}

/** Who has handed work over that enters review with this assignee; a person's is the person's. */
export const handedOver = (
  { agent, user }: Pick<Work, 'agent' | 'user'>,
  by: CallerName,
): Pick<Work, 'author' | 'handedBy' | 'wasHandedOver'> => ({
  author: agent,
  handedBy: user ? 'una' : by,
  wasHandedOver: true,
});
