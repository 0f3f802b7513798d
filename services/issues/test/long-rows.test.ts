/** A page of a list with long columns reads about an answer, however long its rows are. */
import { issues } from '@muster/contracts';
import { none, sql, type Stated } from '@muster/service-kit';
import { openStage, walkList, walkStates } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const ROWS = 60;
const WORN = 400;
/** Rows, and what a page reads besides: each is less. */
const ANSWERS_MAX = 1.5;

let stage: IssuesStage;
let team: Team;
/** A company whose issues have many labels, of which a page would be seven answers. */
let worn: Team;
let issueId: string;

beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
  const { companyId, board } = team;
  issueId = (await stage.as(board).createIssue({ companyId, title: 'Long' })).id;
  const admin = await stage.admin();
  await none(
    admin,
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, description, status, priority, created_at,
      updated_at
    )
    select uuidv7(), ${companyId}, n, 'X-' || n, 'Long', repeat('漢', 65536), 'todo', 'medium',
      now(), now() - make_interval(secs => n)
    from generate_series(2, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into issue_texts (issue_id, company_id, words)
    select id, company_id, array_to_tsvector(array[' ' || company_id])
      || setweight(to_tsvector('simple', title), 'A')
    from issues where issue_number > 1`,
  );
  // Labels have names of 48 characters, and an issue has 50 of them.
  const { companyId: labelled } = (worn = await openTeam(stage));
  await none(
    admin,
    sql`
    insert into labels (id, company_id, name, color, created_at)
    select uuidv7(), ${labelled}, n || repeat('漢', 45), '#aabbcc', now()
    from generate_series(10, 59) n`,
  );
  await none(
    admin,
    sql`
    insert into issues (
      id, company_id, issue_number, identifier, title, status, priority, created_at, updated_at,
      label_ids
    )
    select uuidv7(), ${labelled}, n, 'L-' || n, 'Worn', 'todo', 'medium', now(),
      now() - make_interval(secs => n), array(select id from labels where company_id = ${labelled})
    from generate_series(2, ${WORN + 1}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into issue_texts (issue_id, company_id, words)
    select id, company_id, array_to_tsvector(array[' ' || company_id])
      || setweight(to_tsvector('simple', title), 'A')
    from issues where company_id = ${labelled}`,
  );
  await none(
    admin,
    sql`
    insert into comments (
      id, company_id, issue_id, number, body, author_name, mentions, created_at
    )
    select uuidv7(), ${companyId}, ${issueId}, n, repeat('漢', 65536), 'Ann', '[]', now()
    from generate_series(1, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into projects (
      id, company_id, name, url_key, description, status, goal_ids, created_at, updated_at
    )
    select uuidv7(), ${companyId}, 'P' || n, 'p' || n, repeat('漢', 65536), 'planned', '{}', now(),
      now()
    from generate_series(1, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into goals (
      id, company_id, title, description, level, status, depth, created_at, updated_at
    )
    select uuidv7(), ${companyId}, 'G' || n, repeat('漢', 65536), 'task', 'planned', 0, now(), now()
    from generate_series(1, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into questions (
      id, company_id, issue_id, kind, text, asked_by_name, created_at
    )
    select uuidv7(), ${companyId}, ${issueId}, 'text', repeat('漢', 65536), 'Ann', now()
    from generate_series(1, ${ROWS}::integer) n`,
  );
  await none(
    admin,
    sql`
    insert into waits (
      id, company_id, issue_id, agent_id, note, on_deadline, signal, received, created_at, ended_at,
      cause
    )
    select uuidv7(), ${companyId}, ${issueId}, ${team.ann.id}, 'CI', 'wake', true,
      repeat('漢', 65536), now(), now(), 'signal'
    from generate_series(1, ${ROWS}::integer) n`,
  );
});
afterAll(() => stage.close());

const lists: readonly [string, string, object][] = [
  ['issues', 'listIssues', { fields: ['id', 'description'] }],
  ['latest issues', 'listIssues', { fields: ['id', 'description'], sort: 'created' }],
  ['sought issues', 'listIssues', { fields: ['id', 'description'], unassigned: true }],
  ['found issues', 'listIssues', { fields: ['id', 'description'], q: 'long' }],
  ['comments', 'listComments', { order: 'asc' }],
  ['latest comments', 'listComments', { order: 'desc' }],
  ['projects', 'listProjects', {}],
  ['goals', 'listGoals', {}],
  ['questions', 'listQuestions', {}],
  ['waits', 'listWaits', {}],
];
/** Lists without a text that is longer than a name or a title: those of documents leave out their texts. */
const SHORT = [
  'getInbox',
  'getInboxLite',
  'listLabels',
  'listRoutines',
  'listFirings',
  'listIssueFiles',
  ...['Issue', 'Project', 'Company'].flatMap((owner) => [
    `list${owner}Documents`,
    `list${owner}DocumentRevisions`,
  ]),
];

it.each(lists)('a page of %s reads about an answer, and all pages each once', async (...of) => {
  const [, operation, more] = of;
  const input = { companyId: team.companyId, issueId, limit: 500, ...more };
  const { items, answersRead } = await walkList(issuesService, stage, operation, input, team.ann);
  const ids = new Set(items.map((item) => (item as { id: string }).id));
  expect({ items: items.length, ids: ids.size }).toEqual({ items: ROWS, ids: ROWS });
  expect(answersRead).toBeLessThan(ANSWERS_MAX);
});

it.each([
  ['by priority', {}],
  ['by creation', { sort: 'created' }],
  ['by latest change', { sort: 'updated' }],
  ['that are sought', { unassigned: true }],
  ['that are found', { q: 'worn' }],
])('a page of issues with many labels %s reads about an answer', async (_, more) => {
  const { companyId, ann } = worn;
  const input = { companyId, limit: 500, ...more };
  const { items, answersRead } = await walkList(issuesService, stage, 'listIssues', input, ann);
  const ids = new Set(items.map((item) => (item as { id: string }).id));
  expect({ items: items.length, ids: ids.size }).toEqual({ items: WORN, ids: WORN });
  expect(answersRead).toBeLessThan(ANSWERS_MAX);
});

it.each([
  ['goals', 'goal.created', ROWS],
  ['projects', 'project.created', ROWS],
  ['issues', 'issue.created', ROWS],
])('a page of the states of %s reads about an answer, and all pages each once', async (...of) => {
  const [, type, count] = of;
  const { items, answersRead } = await walkStates(issuesService, stage, type, team.companyId);
  expect(new Set(items.map((item) => (item as Stated).entityId)).size).toBe(count);
  expect(items).toHaveLength(count);
  expect(answersRead).toBeLessThan(ANSWERS_MAX);
});

it('has no other list', () => {
  const paged = Object.entries(issues.operations)
    .filter(([, operation]) => 'paged' in operation)
    .map(([name]) => name);
  const tested = lists.map(([, operation]) => operation);
  expect(paged.toSorted()).toEqual([...new Set([...tested, ...SHORT])].toSorted());
});

it('refuses a tree of goals that is too large for an answer', async () => {
  const { companyId, ann } = team;
  await expect(stage.as(ann).listGoals({ companyId, tree: true })).rejects.toMatchObject({
    code: 'result_too_large',
  });
});
