/**
 * Waits until the effects of a write are visible where its contract says: each service is asked
 * whether it has applied the write's number, and those that react to what it said because of the
 * write in turn. A service that has said nothing because of it is the end of its branch. The write
 * is durable already; after the cap the answer goes out all the same and
 * says so.
 */
import { logOperations, serviceNames, type Actor, type Settles } from '@muster/contracts';
import { newId, type Rpc } from '@muster/service-kit';

/** Longest that an answer waits for effects elsewhere. */
const SETTLE_MAX_MS = 2_000;
/** One question waits less than an attempt of the client may take. */
const QUESTION_MS = 1_000;
/** Kept back for the way there and back. */
const MARGIN_MS = 50;

const Applied = logOperations.awaitApplied.output;
const self: Actor = { type: 'service', id: 'gateway', name: 'gateway' };

export interface LogPosition {
  readonly producer: string;
  readonly companyId: string;
  readonly seq: number;
  /** The request that said it; what is said because of it carries its id. */
  readonly requestId: string;
}

export interface SettleOptions {
  readonly rpc: Rpc;
  readonly traceparent: string;
  /** The request itself, where it was carried out now: not where an earlier answer was kept. */
  readonly because?: { readonly requestId: string; readonly since: string } | undefined;
}

/** Whether everything was applied in time. */
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

/**
 * The head of a service's own log once it has applied the position; nothing when it is too late.
 */
async function headAfter(
  { rpc, traceparent, because }: SettleOptions,
  service: string,
  { producer, companyId, seq, wantsHead }: LogPosition & { readonly wantsHead: boolean },
  until: number,
): Promise<number | undefined> {
  for (;;) {
    const left = until - Date.now();
    if (left <= MARGIN_MS) return undefined;
    const waitMs = Math.min(left - MARGIN_MS, QUESTION_MS);
    const reply = await rpc({
      service,
      operation: 'awaitApplied',
      body: JSON.stringify({ producer, companyId, seq, waitMs, because, wantsHead }),
      actor: self,
      requestId: newId(),
      deadlineMs: left,
      traceparent,
    }).catch(() => undefined);
    // A service that cannot answer has not applied anything as far as one can tell.
    if (reply?.status !== 200) return undefined;
    const { applied, head } = Applied.parse(JSON.parse(Buffer.from(reply.bytes).toString()));
    if (applied) return head;
  }
}
