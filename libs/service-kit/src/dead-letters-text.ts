/** How failed events are named and shown on a terminal. */
import type { EventRecord } from '@muster/contracts';
import type { LetterKey } from './dead-letters.ts';
import type { ServiceDefinition } from './define-service.ts';
import { LISTED_MAX, type FailedEvent } from './failed-events.ts';

const KEY = /^([a-z]+)\/([0-9a-f-]{36})\/([1-9]\d{0,15})$/i;

/** Whose log, which company, which number: `agents/0190…/17`. */
export const keyOf = ({ producer, companyId, seq }: LetterKey): string =>
  `${producer}/${companyId}/${seq}`;

export function parseKey(text: string): LetterKey {
  const [, producer, companyId, seq] = KEY.exec(text) ?? [];
  if (!producer || !companyId) throw new TypeError(`${text} is no event; \`list\` names them`);
  return { producer, companyId, seq: Number(seq) };
}

/** What the service would do because of an event, by the names of its reactions. */
export const effectsOf = (
  { reactions }: Pick<ServiceDefinition, 'reactions'>,
  event: Pick<EventRecord, 'producer' | 'type'>,
): string[] =>
  Object.entries(reactions)
    .filter(([, { producer, events }]) =>
      producer.name === event.producer && events.includes(event.type))
    .map(([name]) => name);

const standingOf = ({ standing, retryAt, skippedAt }: FailedEvent): string => ({
  waiting: `waiting, next try ${retryAt}`,
  given_up: 'given up',
  skipped: `skipped ${skippedAt}`,
})[standing];

export const lineOf = (failed: FailedEvent): string =>
  `${keyOf(failed)}  ${failed.event.type}  ${standingOf(failed)}  ` +
  `${failed.attempts} tries since ${failed.since}`;

export function listing(
  { contract, reactions }: Pick<ServiceDefinition, 'contract' | 'reactions'>,
  list: readonly FailedEvent[],
): string {
  const entries = list.map((failed) => [
    lineOf(failed),
    `  error: ${failed.error}`,
    `  effects: ${effectsOf({ reactions }, failed.event).join(', ') || 'none any more'}`,
    ...(failed.skipReason === null ? [] : [`  reason: ${failed.skipReason}`]),
  ].join('\n'));
  const count = list.length === LISTED_MAX ? `the first ${LISTED_MAX}` : String(list.length);
  return [...entries, `${contract.name}: ${count}`, ''].join('\n');
}

export const usage = (service: string): string => `
What ${service} could not apply of other services' events:
  dead-letters list [--company ID] [--skipped]
  dead-letters show EVENT
  dead-letters retry EVENT… | --all [--company ID]
  dead-letters skip EVENT --reason TEXT
`;
