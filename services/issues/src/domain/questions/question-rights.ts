/** Who answers a question, and who withdraws it. Roles that write nothing were refused before. */
import { Refusal, type Actor, type Question } from '@muster/contracts';

type Asked = Pick<
  Question,
  'companyId' | 'toAgentId' | 'toUserId' | 'askedByAgentId' | 'askedByUserId'
>;

/** An instance admin may do what an owner may. */
const isOwner = (actor: Actor, companyId: string): boolean =>
  actor.type === 'user' &&
  (actor.companies === 'all' ||
    actor.companies.some((one) => one.companyId === companyId && one.role === 'owner'));

export function requireMayAnswer(question: Asked, actor: Actor): void {
  const { companyId, toAgentId, toUserId } = question;
  if (actor.type === 'agent') {
    if (toAgentId === actor.id) return;
  } else if (actor.type === 'user') {
    const isToBoard = toAgentId === null && toUserId === null;
    if (isToBoard || toUserId === actor.id || isOwner(actor, companyId)) return;
  }
  throw new Refusal('question_not_yours', { toAgentId, toUserId });
}

export function requireMayWithdraw({ askedByAgentId, askedByUserId }: Asked, actor: Actor): void {
  if (actor.type === 'user' || (actor.type === 'agent' && actor.id === askedByAgentId)) return;
  throw new Refusal('question_not_yours', { askedByAgentId, askedByUserId });
}
