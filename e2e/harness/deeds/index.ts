/**
 * Every operation that writes, done once through the API. A new one is added here: the stories hold
 * this list against the contracts.
 */
import { ofAgents } from './of-agents.ts';
import { ofApprovals } from './of-approvals.ts';
import { ofIssues } from './of-issues.ts';
import { ofNoCompany, ofPeople } from './of-people.ts';
import { ofJoining } from './of-joining.ts';
import { ofPlans } from './of-plans.ts';
import { ofWebhooks } from './of-webhooks.ts';
import { ofRunsCostsAndKeys } from './of-runs-costs-and-keys.ts';
import type { Deed } from './scene.ts';

export { openScene } from './scene.ts';
export { ofNoCompany };
export type { Scene } from './scene.ts';

export const deeds: Record<string, Deed> = {
  ...ofJoining,
  ...ofAgents, ...ofIssues, ...ofPlans, ...ofApprovals, ...ofRunsCostsAndKeys, ...ofPeople,
  ...ofWebhooks,
};
