/** Checks that every service answers, which includes its database. */
import { Refusal, serviceNames, type Actor, type ServiceName } from '@muster/contracts';
import { newId, type Rpc } from '@muster/service-kit';
import type { ComposedCall } from '../upstream/composed-call.ts';

const ANSWER_MAX_MS = 500;
/** The operation is public, so one check serves all requests in this time. */
const CACHED_MS = 250;
/** After every company's id: the read costs one index lookup and returns no rows. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const self: Actor = { type: 'service', id: 'gateway', name: 'gateway' };

type Health = Record<ServiceName, 'ok' | 'unavailable'>;

export function getHealth(rpc: Rpc): ComposedCall {
  let last: Promise<Health> | undefined;
  let until = 0;
  return async () => {
    if (!last || until < Date.now()) {
      until = Date.now() + CACHED_MS;
      last = checkAll(rpc);
    }
    const services = await last;
    const isDegraded = Object.values(services).includes('unavailable');
    if (isDegraded) throw new Refusal('unavailable', { services });
    return { body: JSON.stringify({ status: 'ok', services }) };
  };
}

async function checkAll(rpc: Rpc): Promise<Health> {
  const answers = await Promise.all(
    serviceNames.map(async (service) => [service, await check(rpc, service)] as const),
  );
  return Object.fromEntries(answers) as Health;
}

async function check(rpc: Rpc, service: ServiceName): Promise<'ok' | 'unavailable'> {
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
