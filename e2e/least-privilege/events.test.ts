/** A compromised service speaks for itself only: the NATS user of billing says that the board approved. */
import { randomUUID } from 'node:crypto';
import { agents, approvals } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgentWithKey, asleep, createCompany } from '../fixtures/builders.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { publishAs, type ForgedMessage } from './intruder.ts';

const world = useWorld({ replicas: 1 });
const database = useSql(world);

/** As `PARTITIONS` of the kit. */
const PARTITIONS = 8;

type Speaker = 'approvals' | 'billing';

interface Forgery {
  readonly companyId: string;
  readonly agentId: string;
  readonly approvalId: string;
  readonly seq: number;
}

/** `approval.approved` on the subject of billing, in the name of the producer in its body. */
const forgedBy = (
  { companyId, agentId, approvalId, seq }: Forgery,
  producer: Speaker,
): ForgedMessage => {
  const partition = Number.parseInt(companyId.slice(-4), 16) % PARTITIONS;
  const event = {
    id: randomUUID(),
    producer,
    companyId,
    seq,
    type: 'approval.approved',
    version: 1,
    entityType: 'approval',
    entityId: approvalId,
    actorType: 'user',
    actorId: 'board',
    actorName: 'Board',
    runId: null,
    requestId: null,
    causedBy: null,
    payload: {
      approvalId,
      type: 'hire_agent',
      status: 'approved',
      requestedByAgentId: null,
      requestedByUserId: null,
      agentId,
      issueIds: [],
      decisionNote: null,
      revision: 1,
      version: 2,
    },
    traceparent: null,
    occurredAt: new Date().toISOString(),
  };
  return {
    subject: `evt.v1.billing.${partition}`,
    body: JSON.stringify([{ companyId, first: seq, last: seq, events: [event] }]),
  };
};

it("billing's own user publishes approval.approved, and nothing happens", async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const chief = await addAgentWithKey(world(), companyId, { name: 'Ada', role: 'ceo' });
  const hire = async (name: string) => {
    const hired = { companyId, name, runtimeConfig: asleep };
    const { agent, approval } = await chief.caller.call(agents, 'hireAgent', hired);
    return { agentId: agent.id, approvalId: approval?.id ?? expect.fail('no approval') };
  };
  const statusOf = async ({ agentId }: { agentId: string }) =>
    (await board.call(agents, 'getAgent', { agentId })).status;
  const [wanted, genuine] = [await hire('Mallory'), await hire('Grace')];
  const next = async (schema: Speaker) => {
    const query = `select coalesce(max(seq), 0)::int + 1 as seq from ${schema}.events where company_id = $1`;
    const [row] = await database.rows(query, [companyId]);
    return Number(row?.['seq']);
  };
  const asApprovals = { companyId, ...wanted, seq: await next('approvals') };
  const asBilling = { companyId, ...wanted, seq: await next('billing') };
  await publishAs(stack.access.nats('billing'), [
    forgedBy(asApprovals, 'approvals'),
    forgedBy(asApprovals, 'billing'),
    forgedBy(asBilling, 'billing'),
  ]);
  // An event of the same company, published later, is applied later.
  await board.call(approvals, 'approveApproval', { approvalId: genuine.approvalId });
  await expect.poll(() => statusOf(genuine), { timeout: 30_000 }).toBe('idle');
  expect(await statusOf(wanted)).toBe('pending_approval');
});
