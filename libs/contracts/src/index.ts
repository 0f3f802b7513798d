export * from './define.ts';
export * from './refusals/refusal.ts';
export * from './refusals/refusals.ts';
export * from './hidden-characters.ts';
export * from './vocabulary.ts';
export * from './cron.ts';
export * from './cron-times.ts';
export * from './json.ts';
export * from './tolerant-reader.ts';
export * from './cut-text.ts';
export * from './policy.ts';
export * from './storage-quota.ts';
export * from './inbox-limits.ts';
export * from './state-machine.ts';
export * from './scheduler/run-errors.ts';
export * from './scheduler/run-log.ts';
export * from './event-log-operations.ts';
export * from './service-topology.ts';
export * from './redaction.ts';
export * from './secrets/redact.ts';
export * from './secrets/secrets-in-json.ts';
export * from './agents/adapters.ts';
export { CliCredentials, CliLimits } from './agents/cli-adapters.ts';
export { LocalLimits, RemoteLimits } from './agents/process-fields.ts';
export * from './agents/own-provider.ts';
export * from './agents/variables.ts';
export * from './scheduler/run-variables.ts';
export * from './scheduler/wake-rules.ts';
export * from './agents/contract.ts';
export * from './attention.ts';
export * from './review-policy.ts';
export * from './issues/contract.ts';
export * from './approvals/contract.ts';
export * from './billing/records.ts';
export * from './billing/lists.ts';
export * from './billing/costs-of-one.ts';
export * from './billing/contract.ts';
export * from './scheduler/records.ts';
export * from './scheduler/quota.ts';
export * from './scheduler/failing.ts';
export * from './scheduler/remote.ts';
export * from './scheduler/run-messages.ts';
export * from './scheduler/agent-check.ts';
export * from './scheduler/explain.ts';
export * from './scheduler/run-statistics.ts';
export * from './scheduler/installed-adapters.ts';
export * from './scheduler/contract.ts';
export * from './gateway/contract.ts';
export * from './gateway/feed.ts';
export * from './composed/contract.ts';
export * from './composed/dashboard.ts';
export * from './composed/explain.ts';
export * from './composed/heartbeat-context.ts';
export * from './composed/inbox.ts';
export * from './composed/packages.ts';
export * from './composed/run-receipt.ts';
export { SkillReference } from './composed/texts.ts';
export * from './compact-forms.ts';
export * from './selection.ts';

import { agents } from './agents/contract.ts';
import { approvals } from './approvals/contract.ts';
import { billing } from './billing/contract.ts';
import type { Contract } from './define.ts';
import { gateway } from './gateway/contract.ts';
import { issues } from './issues/contract.ts';
import { scheduler } from './scheduler/contract.ts';

/** Every contract, in the order in which the documents show them. */
export const contracts: readonly Contract[] = [
  gateway,
  agents,
  issues,
  approvals,
  billing,
  scheduler,
];
