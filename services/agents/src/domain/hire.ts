/**
 * A hire as the board reads it. It travels in an event, which carries facts and not documents: long
 * texts are cut here, and the agent's record has them whole.
 */
import type { Agent, agents, Input } from '@muster/contracts';
import { masked } from './agent.ts';

type Json = Agent['adapterConfig'];

/** The fields of a new agent, everything optional decided. */
export type NewAgent = Pick<
  Agent,
  | 'name' | 'role' | 'title' | 'icon' | 'reportsTo' | 'capabilities' | 'adapterType'
  | 'adapterConfig' | 'runtimeConfig' | 'permissions' | 'budgetMonthlyCents' | 'metadata'
>;

/** Longest text that the board is shown; with every limit below it, a hire fits one event. */
const EXCERPT_MAX_CHARS = 2_000;
const OBJECT_MAX_CHARS = 10_000;
/** As many keys are named of an object that is too large to be shown, and as much of each. */
const KEYS_SHOWN = 50;
const KEY_MAX_CHARS = 100;

/** What was asked for, with what was left out decided. */
export const newAgentOf = (input: Input<typeof agents, 'createAgent'>): NewAgent => ({
  name: input.name,
  role: input.role,
  title: input.title ?? null,
  icon: input.icon ?? null,
  reportsTo: input.reportsTo ?? null,
  capabilities: input.capabilities ?? null,
  adapterType: input.adapterType,
  adapterConfig: input.adapterConfig,
  runtimeConfig: input.runtimeConfig,
  permissions: input.permissions,
  budgetMonthlyCents: input.budgetMonthlyCents,
  metadata: input.metadata,
});

export const hireForBoard = (agent: NewAgent): Json => ({
  ...agent,
  capabilities: agent.capabilities === null ? null : excerpt(agent.capabilities),
  adapterConfig: shownObject(agent.adapterConfig),
  runtimeConfig: shownObject(agent.runtimeConfig),
  metadata: shownObject(agent.metadata),
});

function shownObject(value: object): Json {
  const shown = shorten(masked(value)) as Json;
  if (JSON.stringify(shown).length <= OBJECT_MAX_CHARS) return shown;
  const keys = Object.keys(shown).slice(0, KEYS_SHOWN).map((key) => key.slice(0, KEY_MAX_CHARS));
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
    : `${text.slice(0, EXCERPT_MAX_CHARS)}… (${text.length} characters)`;
