/**
 * The catalogue of refusals: every 4xx and every declared 503 that Muster answers with. A code
 * exists only where a program must tell the case apart. `status` is the HTTP status, `title` the
 * sentence for a person, `hint` the next step for an agent. Codes are stable: clients branch on
 * them.
 */
import { refusalsOfAbsence } from './refusals-of-absence.ts';
import { refusalsOfCallers } from './refusals-of-callers.ts';
import { refusalsOfConflicts } from './refusals-of-conflicts.ts';
import { refusalsOfFiles } from './refusals-of-files.ts';
import { refusalsOfRequests } from './refusals-of-requests.ts';
import { refusalsOfHooks } from './refusals-of-hooks.ts';
import { refusalsOfPackages } from './refusals-of-packages.ts';
import { refusalsOfRoutines } from './refusals-of-routines.ts';
import { refusalsOfRules } from './refusals-of-rules.ts';
import type { RefusalSpec } from './refusal-spec.ts';

export const refusals = {
  ...refusalsOfRequests,
  ...refusalsOfCallers,
  ...refusalsOfAbsence,
  ...refusalsOfConflicts,
  ...refusalsOfRules,
  ...refusalsOfRoutines,
  ...refusalsOfFiles,
  ...refusalsOfHooks,
  ...refusalsOfPackages,
} as const satisfies Record<string, RefusalSpec>;

export type RefusalCode = keyof typeof refusals;

/** Of every operation that waits while the agent that calls, or its company, is paused. */
export const refusalsOfPause: readonly RefusalCode[] = ['agent_paused', 'company_paused'];

/** Refusals that any operation can answer without declaring them. */
export const commonRefusals: readonly RefusalCode[] = [
  'invalid_input',
  'malformed_json',
  'unauthenticated',
  'caller_not_allowed',
  'board_only',
  'agent_only',
  'viewer_reads_only',
  'permission_missing',
  'owner_only',
  'instance_admin_only',
  'company_not_found',
  'idempotency_key_reused',
  'request_in_progress',
  'version_mismatch',
  'invalid_cursor',
  'overloaded',
  'unavailable',
  'deadline_exceeded',
  'result_too_large',
  'rate_limited',
  'unknown_run',
  'company_archived',
];
