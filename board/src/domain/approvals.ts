/** What an approval asks for, as a sentence and as fields that a person reads. */
import type { Approval } from '@muster/contracts';
import { dollars } from './money.ts';

type Payload = Readonly<Record<string, unknown>>;

const textOf = (payload: Payload, ...keys: string[]): string | undefined => {
  const found = keys.map((key) => payload[key]).find((value) => typeof value === 'string');
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
};

const words = {
  hire_agent: 'Hire an agent',
  approve_ceo_strategy: 'Approve the strategy',
  budget_override_required: 'Raise a budget',
  request_board_approval: 'Answer a question',
  change_agent: 'Change an agent',
} as const satisfies Record<Approval['type'], string>;

export function askOf({ type, payload }: Pick<Approval, 'type' | 'payload'>): string {
  const title = textOf(payload, 'title', 'summary', 'question');
  const name = textOf(payload, 'name');
  const amount = payload['amountCents'];
  if (type === 'hire_agent' && name !== undefined) return `Hire ${name}`;
  if (type === 'budget_override_required' && typeof amount === 'number') {
    return `Raise a budget by ${dollars(amount)}`;
  }
  return title === undefined ? words[type] : `${words[type]}: ${title}`;
}

const LONG = ['plan', 'strategy', 'description', 'reason', 'text', 'body', 'capabilities'];

/** Long texts are read as text; the rest are short fields. */
export function longTexts(payload: Payload): readonly (readonly [string, string])[] {
  return LONG.flatMap((key) => {
    const value = textOf(payload, key);
    return value === undefined ? [] : [[key, value] as const];
  });
}

export function shortFields(payload: Payload): readonly (readonly [string, string])[] {
  return Object.entries(payload)
    .filter(([key, value]) => !LONG.includes(key) && value !== null && typeof value !== 'object')
    .map(([key, value]) => [
      labelOf(key),
      key.endsWith('Cents') && typeof value === 'number' ? dollars(value) : String(value),
    ]);
}

/** `budgetMonthlyCents` → `Budget monthly`. */
export const labelOf = (key: string): string => {
  const spaced = key.replace(/Cents$/, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1).toLowerCase();
};
