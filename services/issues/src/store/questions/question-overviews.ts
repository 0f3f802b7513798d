/** Questions as they stand in the context of a heartbeat, and in the inbox of people. */
import {
  INBOX_ROWS_MAX,
  INBOX_WAITING_MAX,
  QUESTION_SHOWN_MAX,
  QUESTIONS_SHOWN,
  type QuestionInContext,
  type WaitingQuestion,
} from '@muster/contracts';
import {
  countWaiting,
  inScope,
  many,
  sql,
  type Db,
  type Statement,
  type WaitingCounts,
} from '@muster/service-kit';
import type { IssueKey } from '../issue-rows.ts';
import type { BoardCaller } from '../overviews/board-issues.ts';

/** Of an answer in words the beginning; of other kinds all. */
const shownAnswer = sql`
  case jsonb_typeof(q.answer) when 'string'
    then to_jsonb(left(q.answer #>> '{}', ${QUESTION_SHOWN_MAX})) else q.answer end`;

/** The open ones before the others, the newest first. */
export const listQuestionsInContext = (
  db: Db,
  { id, companyId }: IssueKey,
): Promise<QuestionInContext[]> =>
  many(
    db,
    sql`
    select q.id, q.kind, q.state, left(q.text, ${QUESTION_SHOWN_MAX}) as text, q.options, q.deadline,
      q.to_agent_id, q.asked_by_agent_id, q.asked_by_name, ${shownAnswer} as answer, q.by_default,
      q.closed_by_name
    from questions q
    where q.issue_id = ${id} and q.company_id = ${companyId} and q.state <> 'withdrawn'
    order by (q.state = 'open') desc, q.id desc limit ${QUESTIONS_SHOWN}`,
  );

/** Read through the view, as row-level security would keep Postgres from using the index (decision 21). */
const waiting = ({ userId, scope }: BoardCaller, columns: Statement): Statement => sql`
  select ${columns} from questions_in_scope q
  where q.state = 'open' and q.to_agent_id is null
    and (q.to_user_id is null or q.to_user_id = ${userId}::uuid)
    and ${inScope(scope, sql`q.company_id`)} and not exists (
      select from companies c where c.company_id = q.company_id and c.status = 'archived'
    )
  order by q.id desc`;

export const waitingQuestionsStatement = (caller: BoardCaller): Statement => sql`
  select q.*, i.identifier, i.title as issue_title
  from (${waiting(
    caller,
    sql`
    q.id, q.company_id, q.issue_id, q.kind, q.text, q.options, q.default_answer as "default",
    q.deadline, q.to_user_id, q.asked_by_agent_id, q.asked_by_user_id, q.asked_by_name, q.created_at`,
  )} limit ${INBOX_ROWS_MAX}) q
  join issues i on i.id = q.issue_id
  order by q.id desc limit ${INBOX_ROWS_MAX}`;

export const listWaitingQuestions = (db: Db, caller: BoardCaller): Promise<WaitingQuestion[]> =>
  many(db, waitingQuestionsStatement(caller));

export const countWaitingQuestions = (db: Db, caller: BoardCaller): Promise<WaitingCounts> =>
  countWaiting(
    db,
    sql`${waiting(caller, sql`q.company_id, q.created_at as at`)} limit ${INBOX_WAITING_MAX}`,
  );
