/**
 * What only the board may change: what runs, in which environment, where it calls, which secrets it
 * gets, and more money. An agent could take over the machine with any of them, so its own credential
 * does not suffice, and neither does that of a manager or of the CEO.
 */
import { changedKeys, decidesWhatRuns, Refusal } from '@muster/contracts';
import type { AgentRow } from './agent.ts';
import { type AgentSettings, configOf, fieldsNotOwn } from './config.ts';
import { fieldsAbove, type Giver } from './grants.ts';
import type { NewAgent } from './hire.ts';
import { findSecrets, openFields, type OpenObjects } from './secrets.ts';

/** By what right a caller changes an agent. */
export type Authority = 'board' | 'manager' | 'self';

/**
 * Refuses a change, as it was asked for, that the caller's right does not cover. A manager gives no
 * more than it has itself.
 */
export function requireRightTo(
  authority: Authority,
  agent: AgentRow,
  wanted: AgentSettings,
  manager?: Giver,
): void {
  if (authority === 'board') return;
  const ofBoard = [
    ...fieldsOfBoard(agent, wanted),
    ...(manager ? fieldsAbove(manager, wanted.config, configOf(agent)) : []),
  ];
  if (ofBoard.length > 0) throw new Refusal('needs_board', { fields: ofBoard });
  const fields = authority === 'self' ? fieldsNotOwn(agent, wanted) : [];
  if (fields.length > 0) throw new Refusal('fields_not_yours', { fields });
}

/** The changed fields that only the board may change. */
export function fieldsOfBoard(agent: AgentRow, { config, metadata }: AgentSettings): string[] {
  const before = { ...configOf(agent), metadata: agent.metadata };
  const after = { ...config, metadata };
  const ofOpenObjects = openFields.flatMap((field) =>
    changedKeys(before[field], after[field])
      .filter((key) => isOfBoard[field](key) || addsReference(before, after, [field, key]))
      .map((key) => `${field}.${key}`),
  );
  return [
    ...(before.adapterType === after.adapterType ? [] : ['adapterType']),
    ...(isBudgetOfBoard(agent, after.budgetMonthlyCents) ? ['budgetMonthlyCents'] : []),
    ...ofOpenObjects,
  ];
}

/**
 * Whether a hire carries something that the board decides. An adapter whose program is the
 * operator's, with a folder, a model, a prompt and a heartbeat, carries nothing of that kind.
 */
export const carriesWhatRuns = (hire: NewAgent): boolean =>
  Object.keys(hire.adapterConfig).some((key) => key !== 'cwd' && decidesWhatRuns(key)) ||
  Object.keys(hire.runtimeConfig).some(isOfBoard.runtimeConfig) ||
  findSecrets(hire).some(({ kind }) => kind === 'reference');

type OpenField = (typeof openFields)[number];

const isOfBoard: Readonly<Record<OpenField, (key: string) => boolean>> = {
  adapterConfig: decidesWhatRuns,
  runtimeConfig: (key) => key !== 'heartbeat',
  metadata: () => false,
};

/** A manager may lower a budget to what is spent, and set one where there is none. */
function isBudgetOfBoard(agent: AgentRow, wantedCents: number): boolean {
  const { budgetMonthlyCents: limitCents, spentMonthlyCents: spentCents } = agent;
  if (wantedCents === limitCents) return false;
  const isLower = wantedCents > 0 && (limitCents === 0 || wantedCents < limitCents);
  return !isLower || wantedCents < spentCents;
}

type FieldKey = readonly [OpenField, string];

/** A reference that another key holds counts as added: its secret would go to another place. */
function addsReference(before: OpenObjects, after: OpenObjects, at: FieldKey): boolean {
  const held = new Set(referencesAt(before, at));
  return referencesAt(after, at).some((text) => !held.has(text));
}

const referencesAt = (configured: OpenObjects, [field, key]: FieldKey): string[] =>
  findSecrets(configured).flatMap(({ kind, text, path }) =>
    kind === 'reference' && path[0] === field && path[1] === key ? [text] : [],
  );
