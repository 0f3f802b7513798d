/** Who follows a feed in tests, and from where. */
import { serviceNames } from '@muster/contracts';
import { encodeCursor } from '@muster/service-kit';
import type { TestGateway } from './open-gateway.ts';

/** From before the first event, so that it is read from the logs. */
export const firstCursor = (companyId: string): string =>
  encodeCursor(
    'feed',
    companyId,
    serviceNames.map(() => '0.'),
  );

export async function agentWithKey({ stage, call }: TestGateway, companyId: string) {
  const { agentId } = await stage.given.agent(companyId);
  const { body } = await call(`POST /api/agents/${agentId}/keys`);
  return { agentId, keyId: body.id as string, token: body.token as string };
}
