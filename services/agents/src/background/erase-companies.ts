/** Begins the erasure of companies whose time has come, and ends it when every service has reported. */
import type { agents } from '@muster/contracts';
import {
  insertErasure,
  type Context,
  type ErasureOfService,
  type Runtime,
  sql,
} from '@muster/service-kit';
import {
  beginErasure,
  deleteLog,
  findErasureState,
  listDueCompanies,
  saveReceipt,
} from '../store/erasures.ts';

/** The log of this service goes last: the others learn by it what they have to erase. */
const keeps = ['company_erasures', 'erasure_receipts', 'events', 'event_heads'];

export const erasure: ErasureOfService = {
  agentsOf: (companyId) => sql`select id from agents where company_id = ${companyId}`,
  keeps,
  async report({ name, write, db }, receipt) {
    const { companyId } = receipt;
    await write((context) => saveReceipt(context.db, name, receipt));
    const state = await findErasureState(db, companyId);
    if (!state?.isReported) return false;
    for (let deleted = 1; deleted > 0;) {
      deleted = await write((context) => deleteLog(context.db, companyId));
    }
    return true;
  },
};

export async function beginDueErasures(
  { db, log, write }: Pick<Runtime, 'db' | 'log' | 'write'>,
  stopping: AbortSignal,
): Promise<void> {
  for (const companyId of await listDueCompanies(db)) {
    if (stopping.aborted) return;
    await write((context) => begin(context, companyId));
    log.info({ companyId }, 'the erasure of a company has begun');
  }
}

async function begin(
  { db, emit, stepsLeft }: Pick<Context<typeof agents>, 'db' | 'emit' | 'stepsLeft'>,
  companyId: string,
): Promise<void> {
  if (!(await beginErasure(db, companyId))) return;
  await insertErasure(db, companyId);
  emit('company.erased', { companyId, entityId: companyId, payload: { companyId } });
  stepsLeft();
}
