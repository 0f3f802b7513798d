import { addDelivery, addHook, deliver } from '../../fixtures/hooks.ts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

const hook = async (fixture: ScenarioFixture): Promise<string> => {
  const { id } = await addHook(fixture.world.board, fixture.companyId);
  return companyPath(fixture, `hooks/${id}`);
};

export const ofHooks: Record<string, WriteScenario> = {
  createHook: (fixture) =>
    fixture.world.board.post(companyPath(fixture, 'hooks'), {
      name: 'CI',
      form: 'hmac',
      effect: { kind: 'wait', key: '/branch' },
    }),
  updateHook: async (fixture) => fixture.world.board.patch(await hook(fixture), { enabled: false }),
  deleteHook: async (fixture) => fixture.world.board.delete(await hook(fixture)),
  rotateHookSecret: async (fixture) =>
    fixture.world.board.post(`${await hook(fixture)}/rotate-secret`),
  receiveHook: async ({ world: { board, api }, companyId }) =>
    deliver(api, await addHook(board, companyId), { nothing: 'to do' }),
  redeliverHook: async (fixture) => {
    const { world, companyId } = fixture;
    const failing = { issue: 'NONE-1', text: 'Planted' };
    const { hookId, id } = await addDelivery(world, companyId, failing);
    return world.board.post(companyPath(fixture, `hooks/${hookId}/deliveries/${id}/redeliver`));
  },
};
