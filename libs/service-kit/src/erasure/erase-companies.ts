/**
 * The worker that erases companies. Every process has one and takes a step of each at a time; a step holds the
 * row of the erasure, so that no other process takes the same one. A pass that has deleted nothing ends
 * a phase: what was written beside the pass is found by the next one.
 */
import { agents, type Contract } from '@muster/contracts';
import type { Context } from '../context.ts';
import { none, sql, type Db, type Statement } from '../postgres/sql.ts';
import { startPeriodicTask, type PeriodicTask } from '../sweep/periodic-task.ts';
import { namedReactions, reactionsByProducer, type Reaction } from '../reactions/reaction.ts';
import type { Runtime } from '../runtime.ts';
import { listCompanyTables } from './company-tables.ts';
import { eraseRows, type ErasedTable } from './erase-rows.ts';
import type { ErasureOfService, ErasureReceipt } from './erasure.ts';
import {
  beginLastPass,
  deferErasure,
  fenceCursors,
  listDueErasures,
  lockErasure,
  saveStep,
  type Erasure,
} from './erasure-store.ts';

/** A company goes a week after somebody said so: some seconds more are nothing. */
const POLL_MS = 5_000;
/** Longest time that a step spends on statements before it commits. */
const STEP_MS = 200;
/** What is left of an erased company, and what holds off what still comes of it. */
const KEPT = ['erasures', 'cursors'];

export interface EraseCompaniesOptions {
  readonly runtime: Runtime;
  readonly erasure: ErasureOfService;
  readonly reactions: Readonly<Record<string, Reaction>>;
  /** Calls the function after each commit that has left steps to a worker. */
  readonly onStepsLeft: (wake: () => void) => void;
}

export function startErasingCompanies(options: EraseCompaniesOptions): PeriodicTask {
  const { runtime, onStepsLeft } = options;
  const task = startPeriodicTask({
    periodMs: POLL_MS,
    run: (stopping) => eraseDueCompanies(options, stopping),
    failed: (error) => runtime.log.warn({ err: error }, 'looking for companies to erase failed'),
  });
  onStepsLeft(task.runNow);
  return task;
}

/** Goes on while steps are taken. */
export async function eraseDueCompanies(
  options: EraseCompaniesOptions,
  stopping: AbortSignal,
): Promise<void> {
  const { runtime } = options;
  for (let taken = -1; taken !== 0 && !stopping.aborted;) {
    taken = 0;
    for (const due of await listDueErasures(runtime.db)) {
      if (stopping.aborted) return;
      if (await advance(options, due, stopping)) taken += 1;
    }
  }
}

/** @returns whether there may be more to do at once */
async function advance(
  options: EraseCompaniesOptions,
  due: Erasure,
  stopping: AbortSignal,
): Promise<boolean> {
  const { runtime, erasure } = options;
  const { companyId, phase } = due;
  try {
    if (phase === 'reported') return await report(options, due);
    if (due.nextTable === null) await erasure.before?.(runtime, companyId, stopping);
    if (stopping.aborted) return false;
    return await runtime.write((context) => takeStep(context, options, due));
  } catch (error) {
    runtime.log.warn({ err: error, companyId, phase }, 'step of an erasure failed, will retry');
    await deferErasure(runtime.db, companyId, String(error));
    return false;
  }
}

async function report({ runtime, erasure }: EraseCompaniesOptions, due: Erasure): Promise<boolean> {
  const { companyId, begunAt, erasedAt, deleted } = due;
  const receipt: ErasureReceipt = { companyId, begunAt, erasedAt: erasedAt ?? begunAt, deleted };
  const isComplete = erasure.report
    ? await erasure.report(runtime, receipt)
    : (await runtime.clientFor(agents).recordErasure(receipt)).isComplete;
  if (isComplete) await beginLastPass(runtime.db, companyId);
  else await deferErasure(runtime.db, companyId, null);
  return isComplete;
}

async function takeStep(
  { db }: Pick<Context<Contract>, 'db'>,
  { erasure, reactions }: EraseCompaniesOptions,
  { companyId, phase }: Erasure,
): Promise<boolean> {
  const held = await lockErasure(db, companyId, phase);
  if (!held) return false;
  if (held.nextTable === null && phase === 'first') {
    await fenceCursors(db, companyId, reactionsByProducer(namedReactions(reactions)));
  }
  const tables = await tablesOf(db, erasure);
  const deleted: Record<string, number> = { ...held.deleted };
  let { found, nextBlock } = held;
  let index = Math.max(
    0,
    tables.findIndex(({ name }) => name === held.nextTable),
  );
  const endAt = performance.now() + STEP_MS;
  for (let table = tables[index]; table && performance.now() < endAt; table = tables[index]) {
    const rows = await eraseRows(db, table, companyId, nextBlock);
    if (rows.count > 0) {
      found = true;
      deleted[table.name] = (deleted[table.name] ?? 0) + rows.count;
    }
    if (rows.nextBlock === undefined) index += 1;
    nextBlock = rows.nextBlock ?? 0;
  }
  const nextTable = tables[index]?.name ?? null;
  const isOver = nextTable === null && !found;
  if (isOver && phase === 'last') {
    await none(db, sql`delete from cursors where company_id = ${companyId}`);
  }
  await saveStep(db, {
    companyId,
    phase: isOver ? (phase === 'first' ? 'reported' : 'done') : phase,
    deleted,
    nextTable,
    nextBlock,
    found: nextTable !== null && found,
  });
  return true;
}

/** Stored answers come first, while the company's agents are still known. */
async function tablesOf(
  db: Db,
  { agentsOf, keeps = [] }: ErasureOfService,
): Promise<readonly ErasedTable[]> {
  const kept = new Set([...KEPT, 'requests', ...keeps]);
  const own = await listCompanyTables(db);
  const answers = [
    { name: 'requests', isOf: isOfRequest },
    { name: 'refused_requests', isOf: isOfRefusal },
  ].map(({ name, isOf }) => ({
    name,
    isOf: (companyId: string) => isOf(companyId, agentsOf(companyId)),
    hasIndex: false,
    ownReferences: [],
  }));
  return [...answers, ...own.filter(({ name }) => !kept.has(name))];
}

/** Answers that are of a company: those to its agents, and those that name it. */
const isOfRequest = (companyId: string, agentIds: Statement): Statement => sql`
  company_id = ${companyId} or ${isToAgents(agentIds)}
    or (company_id is null and position(${companyId}::text in body) > 0)`;

const isOfRefusal = (companyId: string, agentIds: Statement): Statement => sql`
  ${isToAgents(agentIds)} or position(${companyId}::text in problem) > 0`;

const isToAgents = (agentIds: Statement): Statement => sql`
  actor in (select 'agent:' || a.agent_id from (${agentIds}) as a (agent_id))`;
