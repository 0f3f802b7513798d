/** Concurrent changes of trees, numbers and lists. */
import type { Actor, Issue } from '@muster/contracts';
import { header, many, newId, sql } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

const ROUNDS = 20;
/** Concurrent creations that all succeed: they wait for the lock of their company's row. */
const AT_ONCE = 10;

let stage: IssuesStage;
let team: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  await stage.replica();
  team = await openTeam(stage);
});
afterAll(() => stage.close());

const create = (fields: object = {}, of: Team = team): Promise<Issue> =>
  stage.as(of.board).createIssue({ companyId: of.companyId, title: 'Work', ...fields });
const codeOf = (outcome: PromiseSettledResult<unknown>): string =>
  outcome.status === 'fulfilled' ? 'yes' : String((outcome.reason as { code?: string }).code);

/** A ring of concurrent changes, each valid alone: one of them has to be refused. */
async function refusalsInRing(
  change: (from: string, to: string) => Promise<unknown>,
  ids: readonly string[],
): Promise<string[]> {
  const outcomes = await Promise.allSettled(
    ids.map((id, index) => change(id, ids[(index + 1) % ids.length] ?? '')),
  );
  return outcomes.map(codeOf).filter((answer) => answer !== 'yes');
}

describe('concurrent moves', () => {
  it('make no cycle of parents', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const some = [await create(), await create(), ...(round % 2 ? [await create()] : [])];
      const byBoard = stage.as(team.board);
      const refused = await refusalsInRing(
        (issueId, parentId) => byBoard.updateIssue({ issueId, parentId }),
        some.map(({ id }) => id),
      );
      expect(refused).toEqual(['would_make_cycle']);
    }
  });

  it('make no cycle of blockers', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const some = [await create(), await create(), ...(round % 2 ? [await create()] : [])];
      const byBoard = stage.as(team.board);
      const refused = await refusalsInRing(
        (issueId, id) => byBoard.updateIssue({ issueId, blockedByIssueIds: [id] }),
        some.map(({ id }) => id),
      );
      expect(refused).toEqual(['would_make_cycle']);
    }
  });

  it('make no cycle of goals', async () => {
    const byBoard = stage.as(team.board);
    const { companyId } = team;
    for (let round = 0; round < ROUNDS; round += 1) {
      const some = await Promise.all(
        ['One', 'Other', ...(round % 2 ? ['Third'] : [])].map((title) =>
          byBoard.createGoal({ companyId, title }),
        ),
      );
      const refused = await refusalsInRing(
        (goalId, parentId) => byBoard.updateGoal({ goalId, parentId }),
        some.map(({ id }) => id),
      );
      expect(refused).toEqual(['would_make_cycle']);
    }
  });
});

describe('identifiers', () => {
  it('have no gaps after 200 concurrent creations, some of which fail', async () => {
    const otherTeam = await openTeam(stage);
    const callers: Actor[] = [otherTeam.board, otherTeam.ann, otherTeam.manager];
    await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) =>
        stage.as(callers[n % 3] ?? otherTeam.board).createIssue({
          companyId: otherTeam.companyId,
          title: `Work ${n}`,
          ...(n % 4 === 0 ? { parentId: newId() } : {}),
          ...(n % 7 === 0 ? { labelIds: [newId()] } : {}),
        }),
      ),
    );
    const rows = await many<{ issueNumber: number }>(
      stage.db,
      sql`
      select issue_number from issues where company_id = ${otherTeam.companyId} order by issue_number`,
    );
    const expected = Array.from({ length: 200 }, (_, n) => n).filter(
      (n) => n % 4 !== 0 && n % 7 !== 0,
    ).length;
    // Every created issue has a number, and the failed ones have none.
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(expected);
    expect(rows.map(({ issueNumber }) => issueNumber)).toEqual(
      Array.from({ length: rows.length }, (_, n) => n + 1),
    );
  });
});

describe('workspaces', () => {
  it('have exactly one primary after concurrent additions, elections and deletions', async () => {
    const byBoard = stage.as(team.board);
    for (let round = 0; round < 20; round += 1) {
      const { id: projectId } = await byBoard.createProject({
        companyId: team.companyId,
        name: `Shop ${round}`,
        workspace: { cwd: '/srv/one' },
      });
      const first = await byBoard.createWorkspace({ projectId, cwd: '/srv/two' });
      await Promise.allSettled([
        byBoard.createWorkspace({ projectId, cwd: '/srv/three', isPrimary: true }),
        byBoard.updateWorkspace({ projectId, workspaceId: first.id, isPrimary: true }),
        byBoard.createWorkspace({ projectId, repoUrl: 'https://x.example/a.git', isPrimary: true }),
        byBoard.deleteWorkspace({ projectId, workspaceId: first.id }),
      ]);
      const left = await byBoard.listWorkspaces({ projectId });
      expect(left.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
    }
  });
});

describe('pages of a list', () => {
  /** Requests as the gateway does: the cursor of the next page is in a header. */
  async function page(of: Team, cursor: string | undefined) {
    const reply = await stage.service.runtime.rpc({
      service: 'issues',
      operation: 'listIssues',
      actor: of.ann,
      requestId: newId(),
      deadlineMs: 10_000,
      body: JSON.stringify({ companyId: of.companyId, limit: 7, cursor }),
    });
    const rows = JSON.parse(new TextDecoder().decode(reply.bytes)) as Issue[];
    return { rows, next: reply.headers?.get(header.nextCursor) || undefined };
  }

  it('end where an answer is full, and go on with the next cursor', async () => {
    const otherTeam = await openTeam(stage);
    const description = 'd'.repeat(65_536);
    const made = await Promise.all(
      Array.from({ length: 20 }, () => create({ description }, otherTeam)),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const reply = await stage.service.runtime.rpc({
        service: 'issues',
        operation: 'listIssues',
        actor: otherTeam.ann,
        requestId: newId(),
        deadlineMs: 10_000,
        body: JSON.stringify({
          companyId: otherTeam.companyId,
          fields: ['id', 'description'],
          limit: 20,
          cursor,
        }),
      });
      expect(reply.status).toBe(200);
      const rows = JSON.parse(new TextDecoder().decode(reply.bytes)) as Issue[];
      seen.push(...rows.map(({ id }) => id));
      cursor = reply.headers?.get(header.nextCursor) || undefined;
    } while (cursor);
    expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  });

  it('return unchanged issues exactly once during writes', async () => {
    const otherTeam = await openTeam(stage);
    const ids = (issues: readonly Issue[]) => issues.map(({ id }) => id);
    const priorities = ['critical', 'high', 'medium', 'low'] as const;
    const make = async (title: string, count: number): Promise<Issue[]> => {
      const made: Issue[] = [];
      while (made.length < count) {
        made.push(
          ...(await Promise.all(
            Array.from({ length: AT_ONCE }, (_, n) =>
              create({ title, priority: priorities[n % 4] }, otherTeam),
            ),
          )),
        );
      }
      return made;
    };
    const still = await make('still', 60);
    const busy = await make('busy', 40);
    let reading = true;
    const write = async (offset: number): Promise<void> => {
      for (let n = offset; reading; n += 3) {
        const issueId = busy[n % busy.length]?.id ?? '';
        const priority = priorities[n % 4] ?? 'low';
        await stage.as(otherTeam.board).updateIssue({ issueId, priority, title: `busy ${n}` });
        await create({ title: 'new', priority }, otherTeam);
      }
    };
    const writers = [write(0), write(1), write(2)];
    for (let round = 0; round < 5; round += 1) {
      const seen: Issue[] = [];
      let cursor: string | undefined;
      do {
        const { rows, next } = await page(otherTeam, cursor);
        seen.push(...rows);
        cursor = next;
      } while (cursor);
      const untouched = seen.filter(({ title }) => title === 'still');
      expect(ids(untouched).toSorted()).toEqual(ids(still).toSorted());
    }
    reading = false;
    await Promise.all(writers);
  });
});
