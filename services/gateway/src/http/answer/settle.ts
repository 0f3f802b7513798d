/**
 * Waits until the effects of a write are visible in the services that its contract names. Each of
 * them is asked whether it has applied the write's position; services that react to what it emitted
 * in turn are asked next, and a service that emitted nothing ends its branch. The write is already
 * durable: after the limit the answer is sent anyway, marked as pending.
 */
import { logOperations, serviceNames, type Actor, type Settles } from '@muster/contracts';
import { newId, type Rpc } from '@muster/service-kit';
import type { LogPosition } from '../../upstream/outcome.ts';

/** Longest wait of an answer for effects in other services. */
const SETTLE_MAX_MS = 2_000;
/** Wait of one request, below the RPC client's limit for one attempt. */
const REQUEST_WAIT_MS = 1_000;
/** Reserved for the round trip. */
const MARGIN_MS = 50;

const Applied = logOperations.awaitApplied.output;
const self: Actor = { type: 'service', id: 'gateway', name: 'gateway' };

export interface SettleOptions {
  readonly rpc: Rpc;
  readonly traceparent: string;
  /** The request that made the write; absent when the answer is a stored one. */
  readonly because?: { readonly requestId: string; readonly since: string } | undefined;
}

/** Whether all effects were applied in time. */
export const settle = (
  options: SettleOptions,
  settles: Settles,
  position: LogPosition,
): Promise<boolean> => settleTree(options, settles, position, Date.now() + SETTLE_MAX_MS);

async function settleTree(
  options: SettleOptions,
  settles: Settles,
  position: LogPosition,
  until: number,
): Promise<boolean> {
  const settled = await Promise.all(
    serviceNames.map(async (service) => {
      const further = settles[service];
      if (!further) return true;
      const wantsHead = Object.keys(further).length > 0;
      const head = await headAfter(options, service, { ...position, wantsHead }, until);
      if (head === undefined) return false;
      if (head === 0) return true;
      const next = { ...position, producer: service, seq: head };
      return settleTree(options, further, next, until);
    }),
  );
  return settled.every(Boolean);
}

/** The head of a service's own log once it has applied the position; undefined after the limit. */
async function headAfter(
  { rpc, traceparent, because }: SettleOptions,
  service: string,
  { producer, companyId, seq, wantsHead }: LogPosition & { readonly wantsHead: boolean },
  until: number,
): Promise<number | undefined> {
  for (;;) {
    const left = until - Date.now();
    if (left <= MARGIN_MS) return undefined;
    const waitMs = Math.min(left - MARGIN_MS, REQUEST_WAIT_MS);
    const reply = await rpc({
      service,
      operation: 'awaitApplied',
      body: JSON.stringify({ producer, companyId, seq, waitMs, because, wantsHead }),
      actor: self,
      requestId: newId(),
      deadlineMs: left,
      traceparent,
    }).catch(() => undefined);
    // A service that does not answer counts as one that has not applied the position.
    if (reply?.status !== 200) return undefined;
    const { applied, head } = Applied.parse(JSON.parse(Buffer.from(reply.bytes).toString()));
    if (applied) return head;
  }
}
