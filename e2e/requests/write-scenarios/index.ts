/**
 * One scenario for every operation that writes. A new operation is added here: the stories compare this
 * list with the contracts.
 */
import { ofAgents } from './of-agents.ts';
import { ofApprovals } from './of-approvals.ts';
import { ofDocuments } from './of-documents.ts';
import { ofFiles } from './of-files.ts';
import { ofIssues } from './of-issues.ts';
import { ofRoutines } from './of-routines.ts';
import { ofNoCompany, ofPeople } from './of-people.ts';
import { ofJoining } from './of-joining.ts';
import { ofPackages } from './of-packages.ts';
import { ofPlans } from './of-plans.ts';
import { ofHooks } from './of-hooks.ts';
import { ofWebhooks } from './of-webhooks.ts';
import { ofRunsCostsAndKeys } from './of-runs-costs-and-keys.ts';
import type { WriteScenario } from './scenario.ts';

export { openScenarioFixture as openScene } from './scenario.ts';
export { ofNoCompany };
export type { ScenarioFixture as Scene } from './scenario.ts';

export const writeScenarios: Record<string, WriteScenario> = {
  ...ofJoining,
  ...ofAgents,
  ...ofIssues,
  ...ofDocuments,
  ...ofFiles,
  ...ofRoutines,
  ...ofPlans,
  ...ofApprovals,
  ...ofRunsCostsAndKeys,
  ...ofPeople,
  ...ofWebhooks,
  ...ofHooks,
  ...ofPackages,
};
