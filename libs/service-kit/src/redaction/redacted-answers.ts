/** Stored answers that repeat words: a repetition of their request gets what is left. */
import { REDACTED_TEXT } from '@muster/contracts';
import { many, none, sql, type Db } from '../postgres/sql.ts';

/** Minutes between the clock of a write and that of its transaction, and then some. */
const EARLIER_MINUTES = 10;
/** Answers of one statement: of an answer there are up to 256 KB. */
const ANSWERS_PAGE = 20;

/** What is redacted, and what names it in each answer about it. */
export interface RedactedThing {
  readonly id: string;
  readonly companyId: string;
  readonly createdAt: string;
}

interface StoredAnswer {
  readonly actor: string;
  readonly id: string;
  readonly body: string;
}

type Fields = Readonly<Record<string, unknown>>;
/** What is left of the thing where an answer shows it. */
type Left = (shown: Fields) => Fields;

/** Of an answer, each text that is one of the words, and the thing itself. */
function without(value: unknown, id: string, words: ReadonlySet<string>, left: Left): unknown {
  if (typeof value === 'string') return words.has(value) ? REDACTED_TEXT : value;
  if (Array.isArray(value)) return value.map((each) => without(each, id, words, left));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  const shown = fields['id'] === id ? left(fields) : fields;
  return Object.fromEntries(
    Object.entries(shown).map(([key, each]) => [key, without(each, id, words, left)]),
  );
}

/**
 * In the answers since it was made that name the thing, also where they tell of more.
 *
 * @param texts its words as they are now
 * @param left what else goes where an answer shows it as it was then
 */
export async function redactAnswers(
  db: Db,
  thing: RedactedThing,
  texts: readonly (string | null)[],
  left: Left = (shown) => shown,
): Promise<void> {
  const words = new Set(texts.filter((text) => text !== null));
  let after: StoredAnswer | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- page after page
    const page = await listAnswers(db, thing, after);
    for (const answer of page) {
      const body = JSON.stringify(without(JSON.parse(answer.body), thing.id, words, left));
      // oxlint-disable-next-line no-await-in-loop -- mostly one
      if (body !== answer.body) await saveAnswer(db, thing.companyId, { ...answer, body });
    }
    after = page.at(-1);
  } while (after);
}

const listAnswers = (
  db: Db,
  { id, companyId, createdAt }: RedactedThing,
  after: StoredAnswer | undefined,
): Promise<StoredAnswer[]> =>
  many<StoredAnswer>(
    db,
    sql`
    select actor, id, body from requests
    where company_id = ${companyId} and strpos(body, ${id}) > 0
      and created_at >= ${createdAt}::timestamptz - make_interval(mins => ${EARLIER_MINUTES})
      and (actor, id) > (${after?.actor ?? ''}, ${after?.id ?? ''})
    order by actor, id limit ${ANSWERS_PAGE}`,
  );

const saveAnswer = (db: Db, companyId: string, { actor, id, body }: StoredAnswer): Promise<void> =>
  none(
    db,
    sql`
    update requests set body = ${body}
    where actor = ${actor} and id = ${id} and company_id = ${companyId}`,
  );
