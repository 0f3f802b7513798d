/** Questions about an issue: what is asked, of whom, and how a question has ended. */
import { z } from 'zod';
import { Redaction } from '../redaction.ts';
import { Id, Timestamp } from '../vocabulary.ts';

/** `choice` is answered by one of the options, `several` by some, `text` by words, `confirm` by yes or no. */
export const QuestionKind = z.enum(['choice', 'several', 'text', 'confirm']);
export type QuestionKind = z.output<typeof QuestionKind>;

/** All but `open` are final. `expired`: its deadline has passed, and the default is the answer. */
export const QuestionState = z.enum(['open', 'answered', 'expired', 'withdrawn']);
export type QuestionState = z.output<typeof QuestionState>;

/** Characters of a question, and of an answer in words: with its options, an event holds both. */
export const QUESTION_TEXT_MAX = 4_000;
/** Characters of an option. */
const OPTION_MAX = 120;
/** Options of a question: what a person reads at once. */
export const OPTIONS_MIN = 2;
export const OPTIONS_MAX = 20;

export const QuestionText = z
  .string()
  .min(1, { abort: true })
  .max(QUESTION_TEXT_MAX)
  .regex(/\S/, 'blank: write a text');
export const QuestionOption = z.string().trim().min(1).max(OPTION_MAX);

/** An option, some of the options, words, or whether it is confirmed, as the kind demands. */
export const QuestionAnswer = z.union([
  z.string().max(QUESTION_TEXT_MAX),
  z.boolean(),
  z.array(z.string()).max(OPTIONS_MAX),
]);
export type QuestionAnswer = z.output<typeof QuestionAnswer>;

export const Question = z.object({
  id: Id,
  companyId: Id,
  issueId: Id,
  kind: QuestionKind,
  state: QuestionState,
  text: z.string(),
  /** Empty for other kinds than `choice` and `several`. */
  options: z.array(z.string()),
  default: QuestionAnswer.nullable().describe('The answer if nobody gives one by the deadline.'),
  deadline: Timestamp.nullable(),
  toAgentId: Id.nullable().describe('The agent that is asked.'),
  toUserId: Id.nullable().describe('The member that is asked; with no agent either, the board is.'),
  askedByAgentId: Id.nullable(),
  askedByUserId: Id.nullable(),
  askedByName: z.string(),
  answer: QuestionAnswer.nullable().describe('Null before, and where there is none.'),
  byDefault: z
    .boolean()
    .describe('Whether the answer is the default, because the deadline has passed.'),
  closedByAgentId: Id.nullable().describe('The agent that has answered or withdrawn it.'),
  closedByUserId: Id.nullable().describe('The board user who has answered or withdrawn it.'),
  closedByName: z.string().nullable(),
  closedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  redacted: Redaction.optional().describe(
    'Only where it was redacted: `text` is `[redacted]`, and options, default and answer are gone.',
  ),
});
export type Question = z.output<typeof Question>;

/** The answer to who asks. */
export const AskedQuestion = Question.extend({
  note: z.string().optional().describe('Only if nobody is woken by the question now: why.'),
});

/** A question in events: enough to wake who is asked, or who has asked. */
export const QuestionSnapshot = Question.pick({
  issueId: true,
  kind: true,
  state: true,
  text: true,
  options: true,
  deadline: true,
  toAgentId: true,
  toUserId: true,
  askedByAgentId: true,
  askedByUserId: true,
  answer: true,
  byDefault: true,
}).extend({ questionId: Id, identifier: z.string(), title: z.string() });
export type QuestionSnapshot = z.output<typeof QuestionSnapshot>;

/** A question that waits for a person, with the thread that it is part of. */
export const WaitingQuestion = Question.pick({
  id: true,
  companyId: true,
  issueId: true,
  kind: true,
  text: true,
  options: true,
  default: true,
  deadline: true,
  toUserId: true,
  askedByAgentId: true,
  askedByUserId: true,
  askedByName: true,
  createdAt: true,
}).extend({ identifier: z.string(), issueTitle: z.string() });
export type WaitingQuestion = z.output<typeof WaitingQuestion>;

/** Questions in the context of a heartbeat: the open ones, and then the newest. */
export const QUESTIONS_SHOWN = 10;
/** Characters of a question and of its answer there. */
export const QUESTION_SHOWN_MAX = 1_000;

/** A question as an agent that works on the issue reads it; of long texts the beginning. */
export const QuestionInContext = Question.pick({
  id: true,
  kind: true,
  state: true,
  text: true,
  options: true,
  deadline: true,
  toAgentId: true,
  askedByAgentId: true,
  askedByName: true,
  answer: true,
  byDefault: true,
  closedByName: true,
});
export type QuestionInContext = z.output<typeof QuestionInContext>;
