/** Webhooks that lead nowhere: nothing ever resolves their host. */
import { composed } from '@muster/contracts';
import type { Caller } from './api.ts';

export async function addWebhook(board: Caller, companyId: string) {
  const { body } = await board.post(`/api/companies/${companyId}/webhooks`, {
    url: 'https://hooks.invalid/x', events: ['webhook.disabled'],
  });
  return composed.createWebhook.output.parse(body);
}
