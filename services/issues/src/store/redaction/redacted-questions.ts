/** Takes the words of a question away, and those of its answer. */
import { REDACTED_TEXT, type Question, type Redaction } from '@muster/contracts';
import { maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import { rowColumns, type QuestionRow } from '../questions/questions.ts';

export const lockQuestion = (
  db: Db,
  { id, companyId }: Pick<Question, 'id' | 'companyId'>,
): Promise<QuestionRow | undefined> =>
  maybeOne<QuestionRow>(
    db,
    sql`
    select ${rowColumns} from questions q join issues i on i.id = q.issue_id
    where q.id = ${id} and q.company_id = ${companyId} for update of q`,
  );

export const saveRedactedQuestion = (
  db: Db,
  { id, companyId }: Pick<Question, 'id' | 'companyId'>,
  redacted: Redaction,
): Promise<QuestionRow> =>
  one<QuestionRow>(
    db,
    sql`
    with q as (
      update questions
      set text = ${REDACTED_TEXT}, options = '{}', default_answer = null, answer = null,
        redacted = ${JSON.stringify(redacted)}::jsonb
      where id = ${id} and company_id = ${companyId}
      returning *
    )
    select ${rowColumns} from q join issues i on i.id = q.issue_id`,
  );

export const redactEventsOfQuestion = (
  db: Db,
  { id, companyId }: Pick<Question, 'id' | 'companyId'>,
): Promise<void> =>
  none(
    db,
    sql`
    update events
    set payload = payload
      || ${JSON.stringify({ text: REDACTED_TEXT, options: [], answer: null })}::jsonb
    where company_id = ${companyId} and entity_type = 'question' and entity_id = ${id}`,
  );
