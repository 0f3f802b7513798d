/** Concurrent changes of the reporting tree and of the CEO. */
import type { agents } from '@muster/contracts';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { aCompany, anAgent } from './team.ts';

const ROUNDS = 50;

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
const codesOf = (outcomes: readonly PromiseSettledResult<unknown>[]): string[] =>
  outcomes
    .map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { code: string }).code))
    .toSorted();

describe('opposite moves of agents at the same time', () => {
  it(`make no cycle in ${ROUNDS} rounds: one of them is refused`, async () => {
    const { id: companyId } = await aCompany(stage);
    const [one, other] = await Promise.all([anAgent(stage, companyId), anAgent(stage, companyId)]);
    const move = (agentId: string, reportsTo: string | null) =>
      board().updateAgent({ agentId, reportsTo });
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcomes = await Promise.allSettled([move(one.id, other.id), move(other.id, one.id)]);
      expect(codesOf(outcomes)).toEqual(['done', 'would_make_cycle']);
      const forest = await board().getOrg({ companyId });
      expect(forest.map(({ reports }) => reports.length)).toEqual([1]);
      await Promise.all([move(one.id, null), move(other.id, null)]);
    }
  });

  it('make no cycle of three: at least one of them is refused', async () => {
    const { id: companyId } = await aCompany(stage);
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => anAgent(stage, companyId)));
    const circle = [
      [a, b],
      [b, c],
      [c, a],
    ] as const;
    const outcomes = await Promise.allSettled(
      circle.map(([agent, manager]) =>
        board().updateAgent({ agentId: agent?.id ?? '', reportsTo: manager?.id ?? '' }),
      ),
    );
    expect(codesOf(outcomes)).toEqual(['done', 'done', 'would_make_cycle']);
    expect(await board().getOrg({ companyId })).toHaveLength(1);
  });
});

describe('a company', () => {
  it('gets one CEO of twenty that are created at once', async () => {
    const { id: companyId } = await aCompany(stage);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        board().createAgent({ companyId, name: `Chief ${index}`, role: 'ceo' }),
      ),
    );
    expect(codesOf(outcomes)).toEqual([...Array<string>(19).fill('ceo_exists'), 'done']);
    expect(await board().listAgents({ companyId })).toHaveLength(1);
  });

  it('gets one CEO of ten promoted at once, and another after its termination', async () => {
    const { id: companyId } = await aCompany(stage);
    const staff = await Promise.all(Array.from({ length: 10 }, () => anAgent(stage, companyId)));
    const promote = () =>
      Promise.allSettled(
        staff.map(({ id: agentId }) => board().updateAgent({ agentId, role: 'ceo' })),
      );
    const refused = [...Array<string>(9).fill('ceo_exists'), 'done'];
    expect(codesOf(await promote())).toEqual(refused);
    const chief = (await board().listAgents({ companyId })).find(({ role }) => role === 'ceo');
    await board().terminateAgent({ agentId: chief?.id ?? '' });
    expect(codesOf(await promote())).toEqual([
      'agent_not_editable',
      ...Array<string>(8).fill('ceo_exists'),
      'done',
    ]);
  });
});
