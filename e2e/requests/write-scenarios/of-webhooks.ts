import { gateway } from '@muster/contracts';
import { addWebhook } from '../../fixtures/webhooks.ts';
import { companyPath, type WriteScenario, type ScenarioFixture } from './scenario.ts';

const webhook = async (fixture: ScenarioFixture): Promise<string> =>
  (await addWebhook(fixture.world.board, fixture.companyId)).id;

export const ofWebhooks: Record<string, WriteScenario> = {
  createWebhook: (fixture) =>
    fixture.world.board.post(companyPath(fixture, 'webhooks'), {
      url: 'https://hooks.invalid/scenario',
    }),
  changeWebhook: async (fixture) =>
    fixture.world.board.patch(companyPath(fixture, `webhooks/${await webhook(fixture)}`), {
      description: 'x',
    }),
  deleteWebhook: async (fixture) =>
    fixture.world.board.delete(companyPath(fixture, `webhooks/${await webhook(fixture)}`)),
  rotateWebhookSecret: async (fixture) =>
    fixture.world.board.post(
      companyPath(fixture, `webhooks/${await webhook(fixture)}/rotate-secret`),
    ),
  pingWebhook: async (fixture) =>
    fixture.world.board.post(companyPath(fixture, `webhooks/${await webhook(fixture)}/ping`)),
  replayWebhookDelivery: async (fixture) => {
    const {
      world: { board },
      companyId,
    } = fixture;
    const webhookId = await webhook(fixture);
    const { id } = await board.call(gateway, 'pingWebhook', { companyId, webhookId });
    return board.post(companyPath(fixture, `webhooks/${webhookId}/deliveries/${id}/replay`));
  },
};
