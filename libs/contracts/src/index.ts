export * from './define.ts';
export * from './refusal.ts';
export * from './refusals.ts';
export * from './vocabulary.ts';
export * from './cron.ts';
export * from './policy.ts';
export * from './live.ts';
export * from './log.ts';
export * from './neighbours.ts';
export * from './redact.ts';
export * from './secrets-in-json.ts';
export * from './adapters.ts';
export * from './run-variables.ts';
export * from './agents.ts';
export * from './issues.ts';
export * from './approvals.ts';
export * from './billing-records.ts';
export * from './billing.ts';
export * from './scheduler-records.ts';
export * from './scheduler-remote.ts';
export * from './scheduler-explain.ts';
export * from './scheduler.ts';
export * from './gateway.ts';
export * from './gateway-feed.ts';
export * from './composed.ts';
export * from './composed-dashboard.ts';
export * from './composed-explain.ts';

import { agents } from './agents.ts';
import { approvals } from './approvals.ts';
import { billing } from './billing.ts';
import type { Contract } from './define.ts';
import { gateway } from './gateway.ts';
import { issues } from './issues.ts';
import { scheduler } from './scheduler.ts';

/** Every contract, in the order in which the documents show them. */
export const contracts: readonly Contract[] = [
  gateway, agents, issues, approvals, billing, scheduler,
];
