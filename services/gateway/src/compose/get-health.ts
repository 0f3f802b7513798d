/** Whether every service answers, its database included. */
import { Refusal, serviceNames, type Actor, type ServiceName } from '@muster/contracts';
import { newId, type Rpc } from '@muster/service-kit';
import type { ComposedCall } from './composed-calls.ts';

const ANSWER_MAX_MS = 500;
/** Asked by anybody, so a look at the services serves everybody who asks in this time. */
const BELIEVED_MS = 250;
/** Behind every company: the question costs one look at an index and no rows. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const self: Actor = { type: 'service', id: 'gateway', name: 'gateway' };

type Health = Record<ServiceName, 'ok' | 'unavailable'>;

export function readHealth(rpc: Rpc): ComposedCall {
  let last: Promise<Health> | undefined;
  let until = 0;
  return async () => {
    if (!last || until < Date.now()) {
      until = Date.now() + BELIEVED_MS;
      last = askAll(rpc);
    }
    const services = await last;
    const ill = Object.values(services).includes('unavailable');
    if (ill) throw new Refusal('unavailable', { services });
    return { body: JSON.stringify({ status: 'ok', services }) };
  };
}

async function askAll(rpc: Rpc): Promise<Health> {
  const answers = await Promise.all(
    serviceNames.map(async (service) => [service, await ask(rpc, service)] as const),
  );
  return Object.fromEntries(answers) as Health;
}

async function ask(rpc: Rpc, service: ServiceName): Promise<'ok' | 'unavailable'> {
  try {
    const { status } = await rpc({
      service,
      operation: 'readHeads',
      body: JSON.stringify({ afterCompanyId: LAST_ID }),
      actor: self,
      requestId: newId(),
      deadlineMs: ANSWER_MAX_MS,
    });
    return status === 200 ? 'ok' : 'unavailable';
  } catch {
    return 'unavailable';
  }
}
