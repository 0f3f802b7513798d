/** What tests of webhooks do: something happens, one is made, its deliveries are looked at. */
import { issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import type { OpenDoor } from './open-door.ts';
import type { Receiver } from './receiver.ts';

interface Scene {
  readonly door: () => OpenDoor;
  readonly receiver: () => Receiver;
  readonly companyId: () => string;
}

export function webhookSteps({ door, receiver, companyId }: Scene) {
  const at = (path = ''): string => `/api/companies/${companyId()}/webhooks${path}`;
  return {
    at,
    comment: (text: string) => door().stage.tell(issues, 'issue.commented', {
      companyId: companyId(), entityId: newId(), payload: { text } as never,
    }),
    async create(body: object = {}) {
      const given = { url: receiver().url, events: ['issue.commented'], ...body };
      return (await door().call(`POST ${at()}`, { body: given })).body;
    },
    deliveries: async (id: string, status: string) =>
      (await door().call(`GET ${at(`/${id}/deliveries?status=${status}`)}`)).body,
  };
}
