/** Steps of webhook tests: emit an event, create a webhook, list its deliveries. */
import { issues } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import type { TestGateway } from './open-gateway.ts';
import type { Receiver } from './receiver.ts';

interface Scene {
  readonly server: () => TestGateway;
  readonly receiver: () => Receiver;
  readonly companyId: () => string;
}

export function webhookSteps({ server, receiver, companyId }: Scene) {
  const at = (path = ''): string => `/api/companies/${companyId()}/webhooks${path}`;
  return {
    at,
    comment: (text: string) =>
      server().stage.emitFrom(issues, 'issue.commented', {
        companyId: companyId(),
        entityId: newId(),
        payload: { text } as never,
      }),
    async create(body: object = {}) {
      const given = { url: receiver().url, events: ['issue.commented'], ...body };
      return (await server().call(`POST ${at()}`, { body: given })).body;
    },
    deliveries: async (id: string, status: string) =>
      (await server().call(`GET ${at(`/${id}/deliveries?status=${status}`)}`)).body,
  };
}
