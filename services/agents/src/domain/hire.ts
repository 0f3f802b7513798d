/**
 * A hire as the board reads it. It travels in an event, and events are small: long texts are cut
 * here, and the agent's record has them whole.
 */
import { cutText, type Agent, type agents, type Input } from '@muster/contracts';
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

/** Longest text of a hire for the board. With the limits below, a hire fits one event. */
const EXCERPT_MAX_CHARS = 2_000;
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
  adapterConfig: excerptObject(agent.adapterConfig),
  runtimeConfig: excerptObject(agent.runtimeConfig),
  metadata: excerptObject(agent.metadata),
});

function excerptObject(value: object): Json {
  const excerpted = shorten(masked(value)) as Json;
  if (JSON.stringify(excerpted).length <= OBJECT_MAX_CHARS) return excerpted;
  const keys = Object.keys(excerpted)
    .slice(0, KEYS_LISTED)
    .map((key) => cutText(key, KEY_MAX_CHARS));
  return { tooLargeToShow: true, keys };
}

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return excerpt(value);
  if (Array.isArray(value)) return value.map(shorten);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]));
}

const excerpt = (text: string): string =>
  text.length <= EXCERPT_MAX_CHARS
    ? text
    : `${cutText(text, EXCERPT_MAX_CHARS)}… (${text.length} characters)`;
