/** Questions about issues. Whatever ends one is an update of its row while it is open. */
import {
  OPEN_QUESTIONS_MAX,
  Refusal,
  type Question,
  type QuestionAnswer,
  type QuestionState,
  type Scope,
  type Redactable,
} from '@muster/contracts';
import {
  firstRows,
  inScope,
  many,
  maybeOne,
  one,
  sql,
  type Db,
  type FirstRows,
  type LongColumns,
} from '@muster/service-kit';
import type { IssueKey } from '../issue-rows.ts';

const questionColumns = sql`
  q.id, q.company_id, q.issue_id, q.kind, q.state, q.text, q.options,
  q.default_answer as "default", q.deadline, q.to_agent_id, q.to_user_id, q.asked_by_agent_id,
  q.asked_by_user_id, q.asked_by_name, q.answer, q.by_default, q.closed_by_agent_id,
  q.closed_by_user_id, q.closed_by_name, q.closed_at, q.created_at, q.redacted`;

/** With what names the issue, for events. */
export type StoredQuestion = Redactable<Question>;
export type QuestionRow = StoredQuestion & {
  readonly identifier: string;
  readonly title: string;
};
export const rowColumns = sql`${questionColumns}, i.identifier, i.title`;

export type NewQuestion = Pick<
  Question,
  | 'id'
  | 'kind'
  | 'text'
  | 'options'
  | 'default'
  | 'deadline'
  | 'toAgentId'
  | 'toUserId'
  | 'askedByAgentId'
  | 'askedByUserId'
  | 'askedByName'
  | 'createdAt'
>;

const jsonOf = (answer: QuestionAnswer | null): string | null =>
  answer === null ? null : JSON.stringify(answer);

export const insertQuestion = (
  db: Db,
  issue: IssueKey,
  question: NewQuestion,
): Promise<QuestionRow> =>
  one<QuestionRow>(
    db,
    sql`
    with q as (
      insert into questions (
        id, company_id, issue_id, kind, text, options, default_answer, deadline, to_agent_id,
        to_user_id, asked_by_agent_id, asked_by_user_id, asked_by_name, created_at
      )
      values (
        ${question.id}, ${issue.companyId}, ${issue.id}, ${question.kind}, ${question.text},
        ${question.options}, ${jsonOf(question.default)}::jsonb, ${question.deadline},
        ${question.toAgentId}, ${question.toUserId}, ${question.askedByAgentId},
        ${question.askedByUserId}, ${question.askedByName}, ${question.createdAt}
      )
      returning *
    )
    select ${rowColumns} from q join issues i on i.id = q.issue_id`,
  );

/** Two that ask at once may both be the last one: a bound on memory, and no promise. */
export async function requireRoom(db: Db, { id, companyId }: IssueKey): Promise<void> {
  const { open } = await one<{ open: number }>(
    db,
    sql`
    select count(*) as open from (
      select from questions
      where issue_id = ${id} and company_id = ${companyId} and state = 'open'
      limit ${OPEN_QUESTIONS_MAX}
    ) q`,
  );
  if (open >= OPEN_QUESTIONS_MAX)
    throw new Refusal('too_many_questions', { max: OPEN_QUESTIONS_MAX });
}

export const findCompanyOfQuestion = async (
  db: Db,
  scope: Scope,
  questionId: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`select company_id from questions where id = ${questionId} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

export async function getQuestion(
  db: Db,
  scope: Scope,
  questionId: string,
): Promise<StoredQuestion> {
  const question = await maybeOne<StoredQuestion>(
    db,
    sql`
    select ${questionColumns} from questions q
    where q.id = ${questionId} and ${inScope(scope, sql`q.company_id`)}`,
  );
  if (!question) throw new Refusal('question_not_found');
  return question;
}

export interface Closing {
  readonly state: Exclude<QuestionState, 'open'>;
  readonly answer: QuestionAnswer | null;
  readonly byAgentId: string | null;
  readonly byUserId: string | null;
  readonly byName: string;
  readonly at: string;
}

/** Nothing if it is open no longer: of several that close it at once, one gets the row. */
export const closeQuestion = (
  db: Db,
  { id, companyId }: Pick<Question, 'id' | 'companyId'>,
  closing: Closing,
): Promise<QuestionRow | undefined> =>
  maybeOne<QuestionRow>(
    db,
    sql`
    with q as (
      update questions
      set state = ${closing.state}, answer = ${jsonOf(closing.answer)}::jsonb,
        closed_by_agent_id = ${closing.byAgentId}, closed_by_user_id = ${closing.byUserId},
        closed_by_name = ${closing.byName}, closed_at = ${closing.at}
      where id = ${id} and company_id = ${companyId} and state = 'open'
      returning *
    )
    select ${rowColumns} from q join issues i on i.id = q.issue_id`,
  );

/** Of one company; those that are closed at the same moment by others are left out. */
export const expireQuestions = (
  db: Db,
  companyId: string,
  ids: readonly string[],
  now: string,
): Promise<QuestionRow[]> =>
  many<QuestionRow>(
    db,
    sql`
    with q as (
      update questions
      set state = 'expired', answer = default_answer, by_default = default_answer is not null,
        closed_at = ${now}
      where id = any(array(
        select id from questions
        where id = any(${ids}::uuid[]) and company_id = ${companyId} and state = 'open'
          and deadline <= ${now}
        order by id limit ${ids.length} for update
      ))
      returning *
    )
    select ${rowColumns} from q join issues i on i.id = q.issue_id
    order by q.deadline, q.id limit ${ids.length}`,
  );

export interface DueQuestion {
  readonly id: string;
  readonly companyId: string;
  readonly deadline: string;
}

export const dueQuestionsStatement = (
  now: string,
  after: DueQuestion | undefined,
  limit: number,
) => sql`
  select id, company_id, deadline from questions
  where state = 'open' and deadline is not null and deadline <= ${now}
    and (deadline, id) > (
      ${after?.deadline ?? '-infinity'}::timestamptz,
      ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid
    )
  order by deadline, id limit ${limit}`;

export const listDueQuestions = (
  db: Db,
  now: string,
  after: DueQuestion | undefined,
  limit: number,
): Promise<DueQuestion[]> => many(db, dueQuestionsStatement(now, after, limit));

const LONG_COLUMNS: LongColumns = { texts: ['text'], json: ['"default"', 'answer', 'options'] };

export const questionsOfIssueStatement = (
  { id, companyId }: IssueKey,
  state: QuestionState | undefined,
  before: string | undefined,
  limit: number,
) => sql`
  select ${questionColumns} from questions q
  where q.issue_id = ${id} and q.company_id = ${companyId}
    and (${state ?? null}::question_state is null or q.state = ${state ?? null}::question_state)
    and (${before ?? null}::uuid is null or q.id < ${before ?? null}::uuid)
  order by q.id desc limit ${limit}`;

export const listQuestionRows = (
  db: Db,
  issue: IssueKey,
  state: QuestionState | undefined,
  before: string | undefined,
  size: number,
): Promise<FirstRows<StoredQuestion>> =>
  firstRows(db, questionsOfIssueStatement(issue, state, before, size + 1), size, LONG_COLUMNS);
