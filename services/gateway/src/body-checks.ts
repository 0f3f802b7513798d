/**
 * Checks of things that a request names but the receiving service does not own. A copy there could
 * be stale, so the gateway looks them up before it forwards the request. The result stays valid:
 * neither an issue nor a run ever changes its company. Who reports to whom may change,
 * and counts as it is when the request arrives.
 */
import type { Rpc } from '@muster/service-kit';
import { requireCommand } from './composed/require-command.ts';
import {
  requireReportOfOverride,
  requireReportOfRevisedOverride,
} from './composed/require-report-of-override.ts';
import { requireRoutineOfHook } from './hooks/require-routine-of-hook.ts';
import { requireRunOfCost } from './composed/require-run-of-cost.ts';
import { requireSourceIssues } from './composed/require-source-issues.ts';
import type { BodyCheck } from './upstream/body-check.ts';
import { requireEventOfDelivery } from './webhooks/require-event-of-delivery.ts';

/** By operation name. */
export const bodyChecks = (rpc: Rpc): Readonly<Record<string, BodyCheck>> => ({
  createApproval: requireReportOfOverride(rpc),
  resubmitApproval: requireReportOfRevisedOverride(rpc),
  createAgent: requireCommand,
  hireAgent: async (input, call) => {
    await requireCommand(input, call);
    await requireSourceIssues(rpc)(input, call);
  },
  createHook: requireRoutineOfHook(rpc),
  updateHook: requireRoutineOfHook(rpc),
  recordCost: requireRunOfCost(rpc),
  replayWebhookDelivery: requireEventOfDelivery(rpc),
});
