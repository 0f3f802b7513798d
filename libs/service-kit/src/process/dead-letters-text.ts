/** Text of the dead-letters command: how failed events are named and listed on a terminal. */
import { UUID_PATTERN, type EventRecord } from '@muster/contracts';
import type { ServiceDefinition } from '../define-service.ts';
import type { DeadLetterKey } from '../reactions/failures/dead-letters.ts';
import { LISTED_MAX, type FailedEvent } from '../reactions/failures/failed-events.ts';

const KEY = new RegExp(`^([a-z]+)/(${UUID_PATTERN})/([1-9]\\d{0,15})$`, 'i');

/** Producer, company and number: `agents/0190…/17`. */
export const keyOf = ({ producer, companyId, seq }: DeadLetterKey): string =>
  `${producer}/${companyId}/${seq}`;

export function parseKey(text: string): DeadLetterKey {
  const [, producer, companyId, seq] = KEY.exec(text) ?? [];
  if (!producer || !companyId) throw new TypeError(`${text} names no event; see \`list\``);
  return { producer, companyId, seq: Number(seq) };
}

/** The reactions that handle an event, by name. */
export const reactionsTo = (
  { reactions }: Pick<ServiceDefinition, 'reactions'>,
  event: Pick<EventRecord, 'producer' | 'type'>,
): string[] =>
  Object.entries(reactions)
    .filter(
      ([, { producer, events }]) => producer.name === event.producer && events.includes(event.type),
    )
    .map(([name]) => name);

/** What a retry applies besides the event itself. */
export interface Again {
  /** Events after it. */
  readonly later: number;
  /** What old ones do not do. */
  readonly notes: readonly string[];
}

export const againOf = (
  { reactions }: Pick<ServiceDefinition, 'reactions'>,
  retried: readonly string[],
  later: number,
): Again => ({
  later,
  notes: [...new Set(retried.flatMap((name) => reactions[name]?.again ?? []))],
});

export const againText = ({ later, notes }: Again): string =>
  [...(later > 0 ? [`, and ${later} after it`] : []), ...notes.map((note) => `; ${note}`)].join('');

const stateOf = ({ state, retryAt, skippedAt }: FailedEvent): string =>
  ({
    waiting: `waiting, next attempt ${retryAt}`,
    given_up: 'dead letter',
    skipped: `skipped ${skippedAt}`,
  })[state];

export const lineOf = (failed: FailedEvent): string =>
  `${keyOf(failed)}  ${failed.event.type}  ${stateOf(failed)}  ` +
  `${failed.attempts} attempts since ${failed.since}`;

export function listing(
  { contract, reactions }: Pick<ServiceDefinition, 'contract' | 'reactions'>,
  list: readonly FailedEvent[],
): string {
  const entries = list.map((failed) =>
    [
      lineOf(failed),
      `  error: ${failed.error}`,
      `  effects: ${reactionsTo({ reactions }, failed.event).join(', ') || 'none any more'}`,
      ...(failed.skipReason === null ? [] : [`  reason: ${failed.skipReason}`]),
    ].join('\n'),
  );
  const count = list.length === LISTED_MAX ? `the first ${LISTED_MAX}` : String(list.length);
  return [...entries, `${contract.name}: ${count}`, ''].join('\n');
}

export const usage = (service: string): string => `
Events of other services that ${service} could not apply:
  dead-letters list [--company ID] [--skipped]
  dead-letters show EVENT
  dead-letters retry EVENT… | --all [--company ID]
  dead-letters skip EVENT --reason TEXT
`;
