/** A routine acts with the right of a person, and waits when that right is gone. */
import { gateway } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam } from './team.ts';

let stage: IssuesStage;
beforeAll(async () => {
  stage = await openStage(issuesService);
  await stage.standIn(gateway);
});
afterAll(() => stage.close());

it.each([
  ['member.removed', 'operator', {}, 'paused'],
  ['member.changed', 'viewer', {}, 'paused'],
  ['member.changed', 'operator', {}, 'active'],
  // Disabled, or an admin of the instance no more.
  ['member.changed', 'owner', { ended: true }, 'paused'],
] as const)(
  'after %s as %s %o, the routines that it has turned on are %s',
  async (type, role, ended, status) => {
    const { board, companyId } = await openTeam(stage);
    const leaver = boardActor({
      id: newId(),
      companies: [{ companyId, role: 'operator', permissions: [] }],
    });
    const create = (by: typeof leaver) =>
      stage.as(by).createRoutine({
        companyId,
        name: 'Report',
        template: { title: 'Write it' },
        clock: { kind: 'interval', everySec: 86_400 },
      });
    const [own, others] = [await create(leaver), await create(board)];
    const payload = { userId: leaver.id, name: 'Mo', role, permissions: [], ...ended };
    await stage.receive(gateway, type, { companyId, entityId: leaver.id, payload });
    const read = ({ id: routineId }: { readonly id: string }) =>
      stage.as(board).getRoutine({ routineId });
    expect(await read(others)).toMatchObject({ status: 'active' });
    expect((await read(own)).status).toBe(status);
    if (status === 'active') return;
    expect(await read(own)).toMatchObject({ pauseReason: 'member_left', nextFireAt: null });
    const { routines } = await stage.as(board).listIssuesOfBoard({});
    expect(routines?.rows.map(({ id }) => id)).toContain(own.id);
    const again = { routineId: own.id, status: 'active' as const };
    expect((await stage.as(board).updateRoutine(again)).activatedByUserId).toBe(board.id);
  },
);
