/** What an approval asks for, as a sentence and as fields that a person reads. */
import type { Approval, Permission } from '@muster/contracts';
import { adapterWords } from './agents.ts';
import { dollars } from './money.ts';
import { permissionWords } from './people/people.ts';

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

type Asked = Pick<Approval, 'type' | 'payload' | 'aboutAgentName'>;

/** What is asked of an agent that has a name. */
const wordsAbout: Partial<Record<Approval['type'], (name: string) => string>> = {
  hire_agent: (name) => `Hire ${name}`,
  budget_override_required: (name) => `Raise the budget of ${name}`,
  change_agent: (name) => `Change ${name}`,
};

export function askOf({ type, payload, aboutAgentName }: Asked): string {
  const title = textOf(payload, 'title', 'summary', 'question');
  const hired = type === 'hire_agent' ? textOf(payload, 'name') : undefined;
  const about = hired ?? aboutAgentName ?? undefined;
  const amount = payload['amountCents'];
  const ask = (about !== undefined && wordsAbout[type]?.(about)) || words[type];
  if (about !== undefined && type === 'hire_agent') return ask;
  if (type === 'budget_override_required' && typeof amount === 'number') {
    return `${ask} by ${dollars(amount)}`;
  }
  return title === undefined ? ask : `${ask}: ${title}`;
}

/** The reader is `you`; undefined where the name is not known. */
export const personOf = (
  userId: string | null,
  name: string | null | undefined,
  me: string | undefined,
): string | undefined => (userId !== null && userId === me ? 'you' : (name ?? undefined));

type Decided = Pick<Approval, 'type'> & {
  readonly changes?: readonly { readonly field: string }[] | undefined;
};

/** What a person needs to decide, by the permission for each type of approval. */
export function permissionsToDecide(
  { type, changes = [] }: Decided,
  ofTypes: Readonly<Record<string, Permission>>,
): readonly Permission[] {
  const own = ofTypes[type];
  const raises =
    type === 'change_agent' && changes.some(({ field }) => field === 'budgetMonthlyCents');
  return ['approve', ...(own ? [own] : []), ...(raises ? (['manage_budgets'] as const) : [])];
}

/** Who decides instead of a person that may not. */
export const decidedBy = (needed: readonly Permission[]): string =>
  `A member who may ${new Intl.ListFormat('en').format(needed.map((each) => permissionWords[each]))} can decide this.`;

const LONG = ['plan', 'strategy', 'description', 'reason', 'text', 'body', 'capabilities'];

/** Long texts are read as text; the rest are short fields. */
export function longTexts(payload: Payload): readonly (readonly [string, string])[] {
  return LONG.flatMap((key) => {
    const value = textOf(payload, key);
    return value === undefined ? [] : [[key, value] as const];
  });
}

/** Fields that hold the id of an agent, which a person reads as its name. */
export const isOfAgent = (key: string): boolean => key === 'reportsTo' || /agentId$/i.test(key);

export function shortFields(
  payload: Payload,
  nameOf: (agentId: string) => string,
): readonly (readonly [string, string])[] {
  return Object.entries(payload)
    .filter(
      ([key, value]) =>
        !LONG.includes(key) && key !== 'icon' && value !== null && typeof value !== 'object',
    )
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([key, value]) => {
      if (key === 'budgetMonthlyCents' && value === 0) return [labelOf(key), 'No limit'];
      if (typeof value === 'number' && key.endsWith('Cents')) return [labelOf(key), dollars(value)];
      if (key === 'adapterType') return [labelOf(key), programOf(String(value))];
      const isName = typeof value === 'string' && isOfAgent(key);
      return [labelOf(key), isName ? nameOf(value) : String(value)];
    });
}

/** Who it is comes first; the rest stays as it was sent. How it looks decides nothing. */
const FIRST = ['name', 'title', 'role'];
const rankOf = (key: string): number => {
  const rank = FIRST.indexOf(key);
  return rank === -1 ? FIRST.length : rank;
};

const programs: Readonly<Record<string, string>> = adapterWords;
const programOf = (adapterType: string): string => programs[adapterType] ?? adapterType;

/** Fields that other pages call so, too. */
const labels: Readonly<Record<string, string>> = {
  adapterType: 'Runs as',
  budgetMonthlyCents: 'Monthly budget',
};

/** `amountCents` → `Amount`, `agentId` → `Agent`. */
export const labelOf = (key: string): string => {
  const label = labels[key];
  if (label !== undefined) return label;
  const spaced = key.replace(/(?:Cents|Id)$/, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1).toLowerCase();
};
