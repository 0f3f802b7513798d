/** The words of hooks and their deliveries, and the fields of their form. */
import type {
  Hook,
  HookDelivery,
  HookDeliveryStatus,
  HookEffect,
  HookFilter,
} from '@muster/contracts';
import type { Mark } from '../../domain/marks.ts';

export const senders = [
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['slack', 'Slack'],
  ['stripe', 'Stripe'],
  ['hmac', 'Another program (HMAC)'],
] as const;

export const effectKinds = [
  ['routine', 'Runs a routine'],
  ['wait', 'Ends an agent’s wait'],
  ['comment', 'Comments on an issue'],
] as const;

export const wordOf = <V extends string>(
  options: readonly (readonly [V, string])[],
  value: V,
): string => options.find(([each]) => each === value)?.[1] ?? value;

export const hookMark = ({ enabled }: Pick<Hook, 'enabled'>): Mark =>
  enabled
    ? { word: 'On', tone: 'done', shape: 'full' }
    : { word: 'Off', tone: 'quiet', shape: 'dotted' };

export const deliveryMarks: Readonly<Record<HookDeliveryStatus, Mark>> = {
  pending: { word: 'Pending', tone: 'work', shape: 'half' },
  done: { word: 'Done', tone: 'done', shape: 'full' },
  ignored: { word: 'Ignored', tone: 'quiet', shape: 'dotted' },
  failed: { word: 'Failed', tone: 'error', shape: 'cross' },
};

const reasons: Readonly<Record<string, string>> = {
  fired: 'It created an issue',
  queued: 'Its issue waits for the last one to end',
  last_issue_open: 'The routine’s last issue is still open',
  no_open_wait: 'No agent waits for this key',
  member_left: 'The person who last changed the hook has left the company',
};

/** Why a delivery ended as it did, in words; codes of refusals are read as they are. */
export const reasonWords = ({ reason }: Pick<HookDelivery, 'reason'>): string | undefined =>
  reason === null ? undefined : (reasons[reason] ?? reason.replaceAll('_', ' '));

export interface HookFields {
  readonly name: string;
  readonly form: Hook['form'];
  readonly kind: HookEffect['kind'];
  readonly routineId: string;
  /** A line for each variable: `title = /pull_request/title`. */
  readonly variables: string;
  readonly key: string;
  readonly issue: string;
  readonly text: string;
  /** A line for each filter: `/action = closed`. */
  readonly filters: string;
}

export function hookFieldsOf(hook: Hook | undefined): HookFields {
  const empty = { routineId: '', variables: '', key: '', issue: '', text: '' };
  const { name = '', form = 'github', effect, filters = [] } = hook ?? {};
  const shared = { ...empty, name, form, filters: filters.map(filterLine).join('\n') };
  if (effect === undefined) return { ...shared, kind: 'routine' };
  if (effect.kind !== 'routine') {
    const { text = '' } = effect;
    return { ...shared, ...effect, text };
  }
  const lines = Object.entries(effect.variables).map(([variable, at]) => `${variable} = ${at}`);
  return { ...shared, kind: 'routine', routineId: effect.routineId, variables: lines.join('\n') };
}

/** A text that reads as another value has quotes. */
const filterLine = ({ at, equals }: HookFilter): string =>
  `${at} = ${typeof equals === 'string' && valueOf(equals) === equals ? equals : JSON.stringify(equals)}`;

export function effectOf(fields: HookFields): HookEffect {
  const { kind, routineId, key, issue, text } = fields;
  if (kind === 'comment') return { kind, issue: issue.trim(), text: text.trim() };
  if (kind === 'wait') {
    return { kind, key: key.trim(), ...(text.trim() === '' ? {} : { text: text.trim() }) };
  }
  return { kind, routineId, variables: Object.fromEntries(pairsIn(fields.variables)) };
}

export const filtersOf = ({ filters }: HookFields): HookFilter[] =>
  pairsIn(filters).map(([at, value]) => ({ at, equals: valueOf(value) }));

/** Lines with an equals sign; others are refused by the API under the name of the field. */
const pairsIn = (text: string): (readonly [string, string])[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split('=');
      return [name.trim(), rest.join('=').trim()] as const;
    });

/** `true`, `3`, `null` and `"3"` as in JSON; everything else is a text. */
function valueOf(text: string): HookFilter['equals'] {
  try {
    const value: unknown = JSON.parse(text);
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    return isPlain ? (value as HookFilter['equals']) : text;
  } catch {
    return text;
  }
}

export const isComplete = (fields: HookFields): boolean => {
  if (fields.name.trim() === '') return false;
  if (fields.kind === 'routine') return fields.routineId !== '';
  if (fields.kind === 'wait') return fields.key.trim() !== '';
  return fields.issue.trim() !== '' && fields.text.trim() !== '';
};
