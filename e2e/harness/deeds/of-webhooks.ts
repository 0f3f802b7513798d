import { gateway } from '@muster/contracts';
import { addWebhook } from '../webhooks.ts';
import { at } from './scene.ts';
import type { Deed, Scene } from './scene.ts';

const webhook = async (scene: Scene): Promise<string> =>
  (await addWebhook(scene.world.board, scene.companyId)).id;

export const ofWebhooks: Record<string, Deed> = {
  createWebhook: (scene) =>
    scene.world.board.post(at(scene, 'webhooks'), { url: 'https://hooks.invalid/deed' }),
  changeWebhook: async (scene) =>
    scene.world.board.patch(at(scene, `webhooks/${await webhook(scene)}`), { description: 'x' }),
  deleteWebhook: async (scene) =>
    scene.world.board.delete(at(scene, `webhooks/${await webhook(scene)}`)),
  rotateWebhookSecret: async (scene) =>
    scene.world.board.post(at(scene, `webhooks/${await webhook(scene)}/rotate-secret`)),
  pingWebhook: async (scene) =>
    scene.world.board.post(at(scene, `webhooks/${await webhook(scene)}/ping`)),
  replayWebhookDelivery: async (scene) => {
    const { world: { board }, companyId } = scene;
    const webhookId = await webhook(scene);
    const { id } = await board.call(gateway, 'pingWebhook', { companyId, webhookId });
    return board.post(at(scene, `webhooks/${webhookId}/deliveries/${id}/replay`));
  },
};
