/** Questions about an issue: asking an agent or people, and answering. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import {
  AskedQuestion,
  OPTIONS_MAX,
  Question,
  QuestionAnswer,
  QuestionKind,
  QuestionOption,
  QuestionSnapshot,
  QuestionState,
  QuestionText,
} from './question-records.ts';
import { RedactionReason } from '../redaction.ts';
import { Id, IssueRef, page, PathId, Timestamp } from '../vocabulary.ts';

/** Open questions of an issue: more than a person or an agent answers in a day. */
export const OPEN_QUESTIONS_MAX = 50;

const closing = ['question_not_found', 'question_closed', 'question_not_yours'] as const;

export const questionOperations = {
  askQuestion: operation({
    http: 'POST /api/issues/:issueId/questions',
    summary:
      'Ask an agent, a member or the board about an issue. Whoever asks is woken by the answer, and by ' +
      'the deadline.',
    who: ['agent', 'board'],
    stores: true,
    status: 201,
    location: '/api/questions/:questionId',
    input: z.object({
      issueId: IssueRef,
      to: z
        .union([z.literal('board'), z.object({ agentId: Id }), z.object({ userId: Id })])
        .describe('The board: any member who may work on issues.'),
      kind: QuestionKind,
      text: QuestionText,
      options: z.array(QuestionOption).max(OPTIONS_MAX).optional(),
      default: QuestionAnswer.optional(),
      deadline: Timestamp.optional(),
    }),
    output: AskedQuestion,
    refusals: [
      'issue_not_found',
      'agent_not_found',
      'agent_not_assignable',
      'user_not_found',
      'question_refused',
      'too_many_questions',
      'agent_paused',
      'company_paused',
    ],
    emits: ['question.asked'],
  }),
  listQuestions: operation({
    http: 'GET /api/issues/:issueId/questions',
    summary: 'The questions about an issue, the newest first.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, state: QuestionState.optional(), ...page }),
    output: z.array(Question),
    paged: true,
    refusals: ['issue_not_found'],
  }),
  getQuestion: operation({
    http: 'GET /api/questions/:questionId',
    summary: 'One question.',
    who: ['agent', 'board'],
    input: z.object({ questionId: PathId }),
    output: Question,
    refusals: ['question_not_found'],
  }),
  answerQuestion: operation({
    http: 'POST /api/questions/:questionId/answer',
    summary:
      'Answer a question: the agent or the member that is asked, any member where the board is, and ' +
      'an owner always.',
    who: ['agent', 'board'],
    input: z.object({ questionId: PathId, answer: QuestionAnswer }),
    output: Question,
    refusals: [...closing, 'question_refused', 'agent_paused', 'company_paused'],
    emits: ['question.answered'],
  }),
  withdrawQuestion: operation({
    http: 'POST /api/questions/:questionId/withdraw',
    summary: 'Withdraw a question: whoever has asked it, or the board.',
    who: ['agent', 'board'],
    input: z.object({ questionId: PathId }),
    output: Question,
    refusals: [...closing, 'agent_paused', 'company_paused'],
    emits: ['question.withdrawn'],
  }),
  redactQuestion: operation({
    http: 'POST /api/questions/:questionId/redact',
    summary:
      'Take away the words of a question for good, with its options and its answer, such as a secret: a live run ' +
      'of the agent that has asked or answered it, or the board. One that is open is withdrawn.',
    who: ['agent', 'board'],
    whilePaused: true,
    input: z.object({ questionId: PathId, reason: RedactionReason.optional() }),
    output: Question,
    refusals: ['question_not_found', 'not_the_author'],
    emits: ['question.withdrawn', 'question.redacted'],
  }),
} as const;

const questionEvent = (summary: string) =>
  event({ entity: 'question', version: 1, summary, payload: QuestionSnapshot });

export const questionEvents = {
  'question.asked': questionEvent('A question was asked about an issue.'),
  'question.answered': questionEvent('A question was answered.'),
  'question.expired': questionEvent(
    'The deadline of a question has passed: its default is the answer, if it has one.',
  ),
  'question.withdrawn': questionEvent('A question was withdrawn.'),
  'question.redacted': questionEvent('The words of a question were taken away for good.'),
} as const;
