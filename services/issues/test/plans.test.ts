/** Frequent statements use the indexes that are made for them. */
import { many, newId, none, sql, type Statement } from '@muster/service-kit';
import { openStage, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IssueStatus } from '@muster/contracts';
import { issuesService } from '../src/service.ts';
import { childrenStatement } from '../src/store/children/child-list.ts';
import {
  CHILDREN_COUNTED_MAX,
  childStatesStatement,
  openParentStatement,
} from '../src/store/children/child-states.ts';
import { openChildrenStatement } from '../src/store/children/open-children.ts';
import { boardIssuesStatement } from '../src/store/overviews/board-issues.ts';
import { detailStatement } from '../src/store/issue-detail.ts';
import { listIssueStates } from '../src/store/issue-states.ts';
import { inboxStatement } from '../src/store/overviews/agent-inbox.ts';
import type { ListFilter } from '../src/store/lists/issue-filter.ts';
import { frontierStatement, issuesStatement } from '../src/store/lists/issue-list.ts';
import { totalsStatement } from '../src/store/lists/issue-totals.ts';
import { fewStatement, type Search } from '../src/store/lists/issue-search.ts';
import { explainGeneric, indexes, type Plan, readWhole, rowsRead } from './explain-generic.ts';
import { insertIssues } from './many-issues.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const ISSUES = 30_000;
/** Rows per statement, far below the statement timeout. */
const BATCH = 2_500;
const PAGE = 100;
/** Rows of one issue, the issues related to it and the agents of its team. */
const FEW = 10;

describe('plans over many issues', () => {
  let stage: IssuesStage;
  let team: Team;
  const [user, label] = [newId(), newId()];
  let parent: string;
  let project: string;
  let goal: string;

  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
    const { companyId } = team;
    parent = (await stage.as(team.board).createIssue({ companyId, title: 'Parent' })).id;
    project = (await stage.as(team.board).createProject({ companyId, name: 'Shop' })).id;
    goal = (await stage.as(team.board).createGoal({ companyId, title: 'Sell' })).id;
    const assignees = [team.ann.id, ...Array.from({ length: 9 }, newId)];
    const of = { companyId, user, label, parent, project, goal, assignees };
    for (let from = 2; from < ISSUES; from += BATCH) {
      await insertIssues(stage, of, { from, count: BATCH });
    }
    const admin = await stage.admin();
    await none(
      admin,
      sql`insert into labels values (${label}, ${companyId}, 'Worn', '#112233', now())`,
    );
    await none(admin, sql`analyze issues, issue_texts, issue_labels, comments, roster`);
  });
  afterAll(() => stage.close());

  const explain = (statement: Statement, settings?: string): Promise<Plan[]> =>
    explainGeneric(stage, team.companyId, statement, settings);

  const everything = (): ListFilter => ({
    companyId: team.companyId,
    statuses: IssueStatus.options,
  });
  const first = { sort: 'priority' as const, position: undefined };
  const filters: [string, () => Partial<ListFilter>, string][] = [
    ['nothing', () => ({}), 'issues_by_status'],
    ['one status', () => ({ statuses: ['todo'] }), 'issues_by_status'],
    ['two statuses', () => ({ statuses: ['todo', 'blocked'] }), 'issues_by_status'],
    ['priorities', () => ({ priorities: ['high', 'low'] }), 'issues_by_status'],
    ['an agent', () => ({ assigneeAgentId: team.ann.id }), 'issues_by_agent'],
    [
      'an agent and a status',
      () => ({ assigneeAgentId: team.ann.id, statuses: ['todo'] }),
      'issues_by_agent',
    ],
    ['a user', () => ({ assigneeUserId: user }), 'issues_by_user'],
    ['a parent', () => ({ parentId: parent }), 'issues_by_parent'],
    ['a project', () => ({ projectId: project }), 'issues_by_project'],
    ['a goal', () => ({ goalId: goal }), 'issues_by_goal'],
    [
      'the last change',
      () => ({ updatedSince: new Date(Date.now() - 60_000).toISOString() }),
      'issues_by_status',
    ],
  ];

  it.each(filters)('lists by %s from an index, a page of each status', async (_, filter, index) => {
    const plans = await explain(issuesStatement({ ...everything(), ...filter() }, first, PAGE));
    expect(indexes(plans)).toEqual([index]);
    expect(readWhole(plans)).toEqual([]);
    expect(rowsRead(plans)).toBeLessThanOrEqual(7 * PAGE);
  });

  it('reads children from the index of their parent, no more than are shown or counted', async () => {
    const of = { id: parent, companyId: team.companyId };
    const after = {
      status: 'todo' as const,
      priority: 'medium' as const,
      updatedAt: new Date().toISOString(),
      id: newId(),
    };
    const statements: [Statement, number][] = [
      [childrenStatement(of, undefined, PAGE), PAGE],
      [childrenStatement(of, after, PAGE), PAGE],
      [openParentStatement(of), FEW],
      [childStatesStatement(of), CHILDREN_COUNTED_MAX],
      [openChildrenStatement(of), CHILDREN_COUNTED_MAX],
    ];
    for (const [statement, max] of statements) {
      // oxlint-disable-next-line no-await-in-loop -- plans are compared one after the other
      const plans = await explain(statement);
      expect(indexes(plans)).toContain('issues_by_parent');
      expect(readWhole(plans)).toEqual([]);
      expect(rowsRead(plans)).toBeLessThanOrEqual(max);
    }
  });

  it('tells the states of issues from the index of their numbers', async () => {
    const page = { after: 20_000, size: PAGE };
    const plan = await planOf(stage.db, (db) => listIssueStates(db, team.companyId, page));
    expect(plan).toContain('issues_numbered_once_per_company');
  });

  it('lists by any two filters from the index of one or both', async () => {
    const label1: (typeof filters)[number] = [
      'a label',
      () => ({ labelId: label }),
      'issue_labels_by_label',
    ];
    const single = [...filters.slice(1), label1];
    for (const [one, [name, filter, index]] of single.entries()) {
      for (const [otherName, otherFilter, otherIndex] of single.slice(one + 1)) {
        const both = { ...everything(), ...filter(), ...otherFilter() };
        const plans = await explain(issuesStatement(both, first, PAGE));
        const others = indexes(plans).filter((used) => ![index, otherIndex].includes(used));
        const outcome = { name, otherName, others, whole: readWhole(plans) };
        const byKey = both.labelId ? ['issues_pkey'] : [];
        expect(outcome).toEqual({ name, otherName, others: byKey, whole: [] });
      }
    }
  });

  it('lists by a label from the index of labelled issues', async () => {
    const plans = await explain(issuesStatement({ ...everything(), labelId: label }, first, PAGE));
    expect(indexes(plans).toSorted()).toEqual(['issue_labels_by_label', 'issues_pkey']);
    expect(readWhole(plans)).toEqual([]);
    expect(rowsRead(plans)).toBeLessThanOrEqual(7 * PAGE);
  });

  it('reads no more for a page in the middle', async () => {
    const position = {
      priority: 'medium' as const,
      updatedAt: new Date(Date.now() - 15_000_000).toISOString(),
      id: newId(),
      issueNumber: 1,
    };
    const plans = await explain(
      issuesStatement(everything(), { sort: 'priority', position }, PAGE),
    );
    expect(indexes(plans)).toEqual(['issues_by_status']);
    expect(rowsRead(plans)).toBeLessThanOrEqual(7 * PAGE);
  });

  it('reads an inbox by one scan in its order', async () => {
    const agent = { companyId: team.companyId, agentId: team.ann.id };
    const of = { ...agent, blocked: false, reviews: false };
    const updatedAt = new Date().toISOString();
    const position = { status: 'todo', priority: 'high', updatedAt, id: newId() } as const;
    for (const after of [undefined, position]) {
      const plans = await explain(inboxStatement(of, after, PAGE));
      // The scope of row-level security is a node of its own; the others look for blockers and holds.
      const nodes = plans.map((plan) => plan['Node Type']).filter((type) => type !== 'Result');
      expect(nodes.slice(0, 2)).toEqual(['Limit', 'Index Scan']);
      const ofIssues = indexes(plans).filter((name) => name !== 'holds_pkey');
      expect(ofIssues[0]).toBe('issues_by_agent');
      expect(new Set(ofIssues.slice(1))).toEqual(new Set(['issues_pkey']));
    }
    const reviews = await explain(inboxStatement({ ...of, reviews: true }, undefined, PAGE));
    expect(indexes(reviews)).toEqual(['issues_in_review_by_reviewer']);
  });

  it('reads a stretch of each status, or of each priority of it, in every order', async () => {
    const sought = { ...everything(), unassigned: true };
    for (const sort of ['priority', 'updated'] as const) {
      const order = { sort, position: undefined };
      for (const statement of [
        issuesStatement(sought, order, PAGE),
        frontierStatement(sought, order),
        totalsStatement(sought),
      ]) {
        const plans = await explain(statement);
        expect(indexes(plans)).toEqual(['issues_by_status']);
        expect(readWhole(plans)).toEqual([]);
        expect(rowsRead(plans)).toBeLessThanOrEqual(7 * 5_001);
      }
    }
    const byCreation = { sort: 'created' as const, position: undefined };
    const created = await explain(issuesStatement(everything(), byCreation, PAGE));
    expect(indexes(created)).toEqual(['issues_numbered_once_per_company']);
    expect(rowsRead(created)).toBeLessThanOrEqual(PAGE);
    const byChange = { sort: 'updated' as const, position: undefined };
    const changed = await explain(issuesStatement(everything(), byChange, PAGE));
    expect(indexes(changed)).toEqual(['issues_by_status']);
    expect(rowsRead(changed)).toBeLessThanOrEqual(28 * PAGE);
    const byIds = { ...everything(), ids: [parent, newId()] };
    expect(indexes(await explain(issuesStatement(byIds, first, PAGE)))).toEqual(['issues_pkey']);
  });

  it('reads what waits for a board user from an index for each reason', async () => {
    const caller = { userId: user, scope: [team.companyId] };
    const plans = await explain(boardIssuesStatement(caller));
    expect(indexes(plans)).toEqual(
      expect.arrayContaining(['issues_by_user', 'issues_in_review_by_creator', 'issues_blocked']),
    );
    expect(readWhole(plans)).toEqual([]);
    expect(rowsRead(plans)).toBeLessThanOrEqual(15_000);
  });

  const searchFor = (q: string): Search => ({
    filter: everything(),
    q,
    order: { sort: 'place', position: undefined },
    limit: PAGE,
  });

  it('finds few matches by the index of words', async () => {
    const plans = await explain(fewStatement(searchFor('4711')));
    expect(readWhole(plans)).toEqual([]);
    expect(rowsRead(plans)).toBeLessThanOrEqual(7 * PAGE);
    const matches = await explain(
      sql`
      select t.issue_id from issue_texts_in_scope t
      where t.words @@ to_tsquery('simple', '4711:*') limit ${PAGE}`,
      'set enable_seqscan = off',
    );
    expect(indexes(matches)).toEqual(['issue_texts_by_word']);
  });

  it('finds parts of identifiers, pairs of letters and every sort by the index of words', async () => {
    for (const q of ['src/login4711.ts', 'getUserName4711', '登录4711', 'café4711', 'X-4711']) {
      for (const sort of ['place', 'priority', 'updated', 'created'] as const) {
        const plans = await explain(
          fewStatement({ ...searchFor(q), order: { sort, position: undefined } }),
        );
        expect(readWhole(plans)).toEqual([]);
        expect(rowsRead(plans)).toBeLessThanOrEqual(7 * PAGE);
      }
    }
  });

  it('reads the list and not the index for many matches', async () => {
    const few = await explain(fewStatement(searchFor('issue')));
    expect(few.find((plan) => plan['Function Name'] === 'issue_parts')?.['Actual Loops']).toBe(0);
    const plans = await explain(issuesStatement({ ...everything(), q: 'issue' }, first, PAGE));
    expect(indexes(plans).toSorted().slice(-2)).toEqual(['issue_texts_pkey', 'issues_by_status']);
    expect(readWhole(plans)).toEqual([]);
    expect(rowsRead(plans)).toBeLessThanOrEqual(7 * PAGE);
  });

  it('answers a word of every issue with the first issues of the list', async () => {
    const { companyId } = team;
    const listed = await stage.as(team.ann).listIssues({ companyId, limit: 50 });
    const found = await stage.as(team.ann).listIssues({ companyId, q: 'issue', limit: 50 });
    const ids = (rows: typeof listed) => rows.map(({ id }) => id);
    expect(ids(found)).toEqual(ids(listed));
    const assigneeAgentId = team.ann.id;
    const mine = { companyId, assigneeAgentId, status: ['todo' as const], limit: 20 };
    expect(ids(await stage.as(team.ann).listIssues({ ...mine, q: 'said' }))).toEqual(
      ids(await stage.as(team.ann).listIssues(mine)),
    );
  });

  it('reads an issue and its surroundings row by row', async () => {
    for (const callerAgentId of [team.ann.id, null]) {
      const plans = await explain(detailStatement('all', parent, callerAgentId));
      expect(indexes(plans)).toContain('issues_pkey');
      expect(readWhole(plans)).toEqual([]);
      expect(rowsRead(plans)).toBeLessThanOrEqual(FEW);
    }
  });

  it('returns the same with the plan and without it', async () => {
    const rows = await many<{ id: string }>(
      stage.db,
      sql`
      select id from issues where company_id = ${team.companyId}
      order by priority desc, updated_at desc, id desc limit ${PAGE}`,
    );
    const listed = await stage.as(team.ann).listIssues({ companyId: team.companyId });
    expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });
});
