/**
 * Whom a question wakes: who is asked, and then who has asked. Like one that is mentioned, neither need be
 * the assignee, and an answer is heard when the issue has ended, too. People are not woken: it is in their
 * inbox.
 */
import { cutText, type QuestionSnapshot } from '@muster/contracts';

/** Characters of a question and of its answer in words that a run is told; the question has the rest. */
const SHOWN_MAX = 2_000;

/** What a run is told of the question that has woken its agent. */
export type WakingQuestion = Pick<
  QuestionSnapshot,
  'questionId' | 'kind' | 'text' | 'options' | 'deadline' | 'answer' | 'byDefault'
> & { readonly state: string };

const reasons = {
  'question.asked': 'question_asked',
  'question.answered': 'question_answered',
  'question.expired': 'question_expired',
} as const;

export function wakesOfQuestion(type: keyof typeof reasons, question: QuestionSnapshot) {
  const agentId = type === 'question.asked' ? question.toAgentId : question.askedByAgentId;
  if (agentId === null) return [];
  return [
    {
      agentId,
      source: 'mention' as const,
      reason: reasons[type],
      issueId: question.issueId,
      commentId: null,
      approvalId: null,
      approvalStatus: null,
      linkedIssueIds: [],
      payload: { question: inContext(question) },
    },
  ];
}

const inContext = ({
  questionId,
  kind,
  state,
  text,
  options,
  deadline,
  answer,
  byDefault,
}: QuestionSnapshot): WakingQuestion => ({
  questionId,
  kind,
  state,
  text: cutText(text, SHOWN_MAX),
  options,
  deadline,
  answer: typeof answer === 'string' ? cutText(answer, SHOWN_MAX) : answer,
  byDefault,
});
