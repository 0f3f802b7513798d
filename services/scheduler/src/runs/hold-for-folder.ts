/**
 * An agent whose folder the board has not allowed is held, as one that keeps failing: its run stays queued, and the
 * change of the agent that the approval brings lets it start. It has not failed, since nothing was started.
 */
import type { Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { lockFailures, saveBackOff } from '../store/waits/failing.ts';
import type { QueuedRun } from '../store/runs/run-lifecycle.ts';
import { writeRuns } from './run-transaction.ts';

export function holdForFolder(
  runtime: Runtime,
  { id: runId, companyId, agentId }: QueuedRun,
  { code, message, details }: Refusal,
): Promise<void> {
  const { folder, approvalId } = Object(details) as Readonly<Record<string, unknown>>;
  const error = `${message}: ${String(folder)}; the approval ${String(approvalId)} asks for it`;
  return writeRuns(
    runtime,
    async ({ db, emit }) => {
      const before = await lockFailures(db, companyId, agentId);
      // A run of the agent that was queued beside this one has held it.
      if (!before || before.code === code) return;
      const hold = { failures: 1, code, waitSeconds: null };
      const saved = await saveBackOff(db, { companyId, agentId, error, ...hold });
      const payload = { agentId, runId, failures: 1, errorCode: code, ...saved };
      emit('agent.backed_off', { companyId, entityId: agentId, payload });
    },
    { runId },
  );
}
