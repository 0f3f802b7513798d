/**
 * A hire as the board reads it. It travels in an event, and events are small: what is said about the
 * agent is cut where it is long, and its record has it whole. The configuration that runs is never
 * cut: the board decides about the whole of it.
 */
import { cutText, invalidField, type Agent, type agents, type Input } from '@muster/contracts';
import { masked } from './masked.ts';

type Json = Agent['adapterConfig'];

/** A new agent, with defaults for every optional field. */
export type NewAgent = Pick<
  Agent,
  | 'name'
  | 'role'
  | 'title'
  | 'icon'
  | 'reportsTo'
  | 'capabilities'
  | 'adapterType'
  | 'adapterConfig'
  | 'runtimeConfig'
  | 'permissions'
  | 'budgetMonthlyCents'
  | 'metadata'
>;

/** Largest hire, in characters of what the board reads: it has to fit an event. */
const HIRE_MAX_CHARS = 40_000;
/** Longest capabilities for the board. */
const EXCERPT_MAX_CHARS = 2_000;
/** Largest metadata for the board. */
const OBJECT_MAX_CHARS = 10_000;
/** Number and length of the keys that stand for an object that is too large. */
const KEYS_LISTED = 50;
const KEY_MAX_CHARS = 100;

/** Of an agent that is made with a name alone: it gets its program later. */
const DEFAULT_ADAPTER = 'process';

/** The requested agent, with defaults for what the request leaves out. */
export const newAgentOf = (input: Input<typeof agents, 'createAgent'>): NewAgent => ({
  name: input.name,
  role: input.role,
  title: input.title ?? null,
  icon: input.icon ?? null,
  reportsTo: input.reportsTo ?? null,
  capabilities: input.capabilities ?? null,
  adapterType: input.adapterType ?? DEFAULT_ADAPTER,
  adapterConfig: input.adapterConfig,
  runtimeConfig: input.runtimeConfig,
  permissions: input.permissions,
  budgetMonthlyCents: input.budgetMonthlyCents,
  metadata: input.metadata,
});

export const hireForBoard = (agent: NewAgent): Json => ({
  ...agent,
  capabilities: agent.capabilities === null ? null : excerpt(agent.capabilities),
  adapterConfig: maskedObject(agent.adapterConfig),
  runtimeConfig: maskedObject(agent.runtimeConfig),
  metadata: excerptObject(agent.metadata),
});

/** Refuses a hire of which the board could not read everything that runs. */
export function requireReadable(hire: Json): void {
  if (JSON.stringify(hire).length <= HIRE_MAX_CHARS) return;
  const message = `the board has to read it: at most ${HIRE_MAX_CHARS} characters; keep long texts in skills or files`;
  throw invalidField(['adapterConfig'], message);
}

const maskedObject = (value: object): Json => masked<unknown>(value) as Json;

function excerptObject(value: object): Json {
  const excerpted = shortened(masked(value)) as Json;
  if (JSON.stringify(excerpted).length <= OBJECT_MAX_CHARS) return excerpted;
  const keys = Object.keys(excerpted)
    .slice(0, KEYS_LISTED)
    .map((key) => cutText(key, KEY_MAX_CHARS));
  return { tooLargeToShow: true, keys };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return excerpt(value);
  if (Array.isArray(value)) return value.map(shortened);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

const excerpt = (text: string): string =>
  text.length <= EXCERPT_MAX_CHARS
    ? text
    : `${cutText(text, EXCERPT_MAX_CHARS)}… (${text.length} characters)`;
