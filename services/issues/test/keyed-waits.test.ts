/** Waits with a key: a hook ends all of a company that have it, once, and none of another company. */
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

let stage: IssuesStage;
let team: Team;
let other: Team;
beforeAll(async () => {
  stage = await openStage(issuesService);
  team = await openTeam(stage);
  other = await openTeam(stage);
});
afterAll(() => stage.close());

async function waiting({ companyId, board, ann }: Team, key: string): Promise<string> {
  const { id: issueId } = await stage.as(board).createIssue({
    companyId,
    title: 'Work',
    status: 'in_progress',
    assigneeAgentId: ann.id,
  });
  const wait = await stage.as(ann).startWait({ companyId, issueId, key, note: 'Close it' });
  expect(wait).toMatchObject({ key, signal: false, token: null, until: null });
  return issueId;
}
const end = ({ board, companyId }: Team, key: string) =>
  stage.as(board).endWaitsByKey({ companyId, key, received: 'merged' });

it('ends those with the key, of one company, once', async () => {
  const [first, second] = [await waiting(team, 'ACM-1'), await waiting(team, 'ACM-1')];
  const kept = [await waiting(team, 'ACM-2'), await waiting(other, 'ACM-1')];
  const ends = await Promise.all([1, 2, 3].map(() => end(team, 'ACM-1')));
  expect(ends.flatMap(({ issueIds }) => issueIds).toSorted()).toEqual([first, second].toSorted());
  const emitted = (await stage.emitted('issue.wait_ended')).map(({ entityId }) => entityId);
  expect(emitted.toSorted()).toEqual([first, second].toSorted());
  for (const id of kept) expect(emitted).not.toContain(id);
  const [ended] = await stage.as(team.board).listWaits({ issueId: first });
  expect(ended).toMatchObject({ key: 'ACM-1', cause: 'signal', received: 'merged' });
});

it('changes nothing where nobody waits for the key any more', async () => {
  expect(await end(team, 'ACM-3')).toEqual({ issueIds: [] });
  const issueId = await waiting(team, 'ACM-4');
  await stage.as(team.board).updateIssue({ issueId, status: 'cancelled' });
  expect(await end(team, 'ACM-4')).toEqual({ issueIds: [] });
});
