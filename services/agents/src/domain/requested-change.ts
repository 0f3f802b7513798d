/** A change that an agent or a board user asks the board for. */
import {
  changesForBoard,
  invalidField,
  isSame,
  Refusal,
  secretPaths,
  type Approval,
  type FieldChange,
} from '@muster/contracts';
import type { AgentPatch, AgentSettings } from './config.ts';
import { masked } from './masked.ts';

/** Largest change, in characters of what the board reads: it has to fit an event. */
const CHANGE_MAX_CHARS = 40_000;

/** The request is stored and emitted, so it refers to secrets and has none. */
export function requireNoSecrets(patch: AgentPatch): void {
  const fields = secretPaths(patch).map((path) => `payload.patch.${path}`);
  if (fields.length > 0) throw new Refusal('secret_in_resubmission', { fields });
}

/** What the board reads; refuses a change of nothing, and one that is too large to be read. */
export function readableChanges(
  before: AgentSettings,
  wanted: AgentSettings,
  patch: AgentPatch,
): FieldChange[] {
  const changes = changesForBoard(fieldsOf(before), fieldsOf(wanted));
  if (changes.length === 0) throw invalidPatch('it changes nothing');
  if (JSON.stringify([changes, patch]).length > CHANGE_MAX_CHARS) {
    throw invalidPatch('it is too large: keep long texts in files, or change one field at a time');
  }
  return changes;
}

const fieldsOf = ({ config, metadata }: AgentSettings) => masked({ ...config, metadata });

/** Whether the agent is still as it was when the change was asked for. */
export const isUnchanged = (now: AgentSettings, before: AgentSettings): boolean =>
  isSame(now, before);

const invalidPatch = (message: string): Refusal => invalidField(['payload', 'patch'], message);

/** The approval that the approvals service opens, as the requester's answer shows it. */
export const newApproval = (
  request: Pick<
    Approval,
    | 'id'
    | 'companyId'
    | 'requestedByAgentId'
    | 'requestedByUserId'
    | 'aboutAgentId'
    | 'payload'
    | 'changes'
  >,
  requestedAt: string,
): Approval => ({
  ...request,
  type: 'change_agent',
  status: 'pending',
  decisionNote: null,
  decidedByUserId: null,
  decidedAt: null,
  revision: 1,
  createdAt: requestedAt,
  updatedAt: requestedAt,
  version: 1,
});
