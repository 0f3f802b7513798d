/**
 * What led to an event and what it led to. Everything that a request has caused carries its id, in every
 * service; no index has it, but what belongs together happened at about the same time.
 */
import { CHAIN_PART_MAX, Refusal, serviceNames, type ActivityChain } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { activityReader, type ActivityPart } from './activity-reader.ts';
import { chainOf } from './domain/activity-chain.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';

interface ChainInput {
  readonly companyId: string;
  readonly activityId: string;
}

export const getActivityChain =
  (rpc: Rpc): ComposedCall =>
  async (input, call) => {
    const { companyId, activityId } = input as unknown as ChainInput;
    const ask = activityReader(rpc, call);
    const near = (query: object) =>
      Promise.all(
        serviceNames.map((service) =>
          ask(service, { companyId, limit: CHAIN_PART_MAX, ...query }, 'listActivityNear'),
        ),
      );
    const id = activityId.toLowerCase();
    const at = momentOf(id);
    const [event] = at === undefined ? [] : entriesOf(await near({ at, id }));
    if (!event) throw new Refusal('activity_not_found');
    const requestId = event.requestId ?? undefined;
    const parts = await near({ at: event.createdAt, requestId });
    const { others, ...chain } = chainOf(event, entriesOf(parts));
    const body: ActivityChain = {
      activityId: event.id,
      ...chain,
      event,
      // Without a request, what happened at the same time has nothing else in common.
      others: requestId === undefined ? [] : others,
      more: parts.some(({ entries, hasMore }) => hasMore || entries.length >= CHAIN_PART_MAX),
    };
    return { body: JSON.stringify(body) };
  };

const entriesOf = (parts: readonly ActivityPart[]) => parts.flatMap(({ entries }) => entries);

/** Later than any event, and a moment that a timestamp can say. */
const LATEST = Date.UTC(9999, 0);

/** Of an id of version 7, which begins with its milliseconds; any other id is of no event. */
function momentOf(id: string): string | undefined {
  const moment = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  return id[14] === '7' && moment < LATEST ? new Date(moment).toISOString() : undefined;
}
