import { agents, Refusal, type Input, type issues } from '@muster/contracts';
import { newId, type Context, type Handler } from '@muster/service-kit';
import { authorOf } from '../../domain/author.ts';
import { showNote } from '../../domain/notes.ts';
import {
  requireAnswer,
  requireDeadline,
  requireOptions,
  requireOther,
} from '../../domain/questions/answers.ts';
import { notesOfAsked } from '../../domain/questions/asked-notes.ts';
import { questionEvent } from '../../events.ts';
import { requireWritableCompany } from '../../store/companies.ts';
import { getIssueKey } from '../../store/issue-rows.ts';
import { isAssignableUser } from '../../store/members.ts';
import { lockAskedAgent } from '../../store/questions/asked.ts';
import { insertQuestion, requireRoom } from '../../store/questions/questions.ts';
import { showQuestion } from '../../views.ts';

type Asking = Input<typeof issues, 'askQuestion'>;

export const askQuestion: Handler<typeof issues, 'askQuestion'> = async (input, context) => {
  const { db, actor, runId, now, scope, emit } = context;
  const { kind, text, options = [], deadline } = input;
  const author = authorOf(actor, runId);
  const issue = await getIssueKey(db, scope, input.issueId);
  await requireWritableCompany(db, issue.companyId);
  const to = addressee(input.to);
  requireOptions({ kind, options });
  if (input.default !== undefined) requireAnswer({ kind, options }, input.default, 'default');
  requireDeadline(deadline, now);
  requireOther(to, author);
  const notes = await requireAsked(issue.companyId, to, context);
  await requireRoom(db, issue);
  const row = await insertQuestion(db, issue, {
    id: newId(),
    kind,
    text,
    options,
    default: input.default ?? null,
    deadline: deadline ?? null,
    ...to,
    askedByAgentId: author.agentId,
    askedByUserId: author.userId,
    askedByName: actor.name,
    createdAt: now,
  });
  emit('question.asked', questionEvent(row));
  return { ...showQuestion(row), ...showNote(notes) };
};

const addressee = (to: Asking['to']): { toAgentId: string | null; toUserId: string | null } => ({
  toAgentId: typeof to === 'object' && 'agentId' in to ? to.agentId : null,
  toUserId: typeof to === 'object' && 'userId' in to ? to.userId : null,
});

/** Refuses whom nobody can ask; returns what is to be said of who can be asked, and is not woken now. */
async function requireAsked(
  companyId: string,
  { toAgentId, toUserId }: ReturnType<typeof addressee>,
  { db, lookAgain }: Context<typeof issues>,
): Promise<string[]> {
  if (toUserId !== null && !(await isAssignableUser(db, companyId, toUserId, []))) {
    throw new Refusal('user_not_found', { field: 'to' });
  }
  if (toAgentId === null) return [];
  const asked = await lockAskedAgent(db, companyId, toAgentId);
  if (!asked) {
    lookAgain(agents, companyId);
    throw new Refusal('agent_not_found', { field: 'to' });
  }
  if (asked.status === 'terminated' || asked.status === 'pending_approval') {
    throw new Refusal('agent_not_assignable', { status: asked.status });
  }
  return notesOfAsked(asked);
}
