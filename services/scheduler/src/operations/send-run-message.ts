import {
  Refusal,
  RUN_MESSAGES_MAX,
  RUN_MESSAGES_WAITING_MAX,
  type scheduler,
} from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { isFinished } from '../domain/run-moves.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { requireManager } from '../runs/require-manager.ts';
import { findAgent } from '../store/roster.ts';
import { countRunMessages, insertRunMessage } from '../store/run-messages.ts';
import { lockRun } from '../store/runs/runs.ts';

/** The lock keeps the run from ending in between, and the number of its messages as it was counted. */
export const sendRunMessage: Handler<typeof scheduler, 'sendRunMessage', SchedulerParts> = async (
  { runId, text, interrupt },
  { db, scope, actor, emit, afterCommit, parts: { signals } },
) => {
  const run = await lockRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  const { companyId, agentId } = run;
  const agent = await findAgent(db, scope, agentId, companyId);
  if (!agent) throw new Refusal('run_not_found');
  await requireManager(db, actor, agent);
  if (isFinished(run.status)) throw new Refusal('run_already_finished', { status: run.status });
  const { waiting, all } = await countRunMessages(db, run);
  if (waiting >= RUN_MESSAGES_WAITING_MAX || all >= RUN_MESSAGES_MAX) {
    throw new Refusal('too_many_run_messages', { waiting, all });
  }
  const message = await insertRunMessage(db, {
    id: newId(),
    companyId,
    runId,
    agentId,
    authorAgentId: actor.type === 'agent' ? actor.id : null,
    authorUserId: actor.type === 'user' ? actor.id : null,
    authorName: actor.name,
    text,
    interrupt,
  });
  emit('run.message_sent', {
    companyId,
    entityId: runId,
    payload: { runId, agentId, messageId: message.id, interrupt, bytes: Buffer.byteLength(text) },
  });
  afterCommit(() => signals.emit('messaged', runId));
  return message;
};
