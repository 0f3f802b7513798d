/** Wake-ups and runs of some agents that may repeat redacted words. */
import { many, none, sql, type Db } from '@muster/service-kit';

export interface Repeating {
  readonly companyId: string;
  readonly agentIds: readonly string[];
  /** The id of what was redacted, which wake-ups and contexts name beside its words. */
  readonly id: string;
}

/** Rows of one statement: the context of a run has at most 50 wake-ups. */
const PAGE = 100;

export interface WakeWords {
  readonly id: string;
  readonly approvalId: string | null;
  readonly payload: unknown;
}

export const listWakesThatRepeat = (
  db: Db,
  { companyId, agentIds, id }: Repeating,
  after: string | undefined,
): Promise<WakeWords[]> =>
  many<WakeWords>(
    db,
    sql`
    select id, approval_id, payload from wakeups
    where company_id = ${companyId} and agent_id = any(${agentIds}::uuid[])
      and (approval_id = ${id} or strpos(payload::text, ${id}) > 0)
      and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${PAGE}`,
  );

export const savePayload = (
  db: Db,
  companyId: string,
  { id, payload }: { readonly id: string; readonly payload: object },
): Promise<void> =>
  none(
    db,
    sql`
    update wakeups set payload = ${JSON.stringify(payload)}::jsonb
    where id = ${id} and company_id = ${companyId}`,
  );

export interface ContextOfRun {
  readonly id: string;
  readonly createdAt: string;
  readonly context: Readonly<Record<string, unknown>>;
}

export const lockRunsThatRepeat = (
  db: Db,
  { companyId, agentIds, id }: Repeating,
  after: string | undefined,
): Promise<ContextOfRun[]> =>
  many<ContextOfRun>(
    db,
    sql`
    select id, created_at, context from runs
    where company_id = ${companyId} and agent_id = any(${agentIds}::uuid[])
      and strpos(context::text, ${id}) > 0
      and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${PAGE} for no key update`,
  );

export const saveContext = (
  db: Db,
  companyId: string,
  { id, context }: { readonly id: string; readonly context: object },
): Promise<void> =>
  none(
    db,
    sql`
    update runs set context = ${JSON.stringify(context)}::jsonb
    where id = ${id} and company_id = ${companyId}`,
  );

/** The name of a file in the event that says what a run has handed over. */
export const redactNameOfOutput = (
  db: Db,
  { companyId, fileId, name }: Record<'companyId' | 'fileId' | 'name', string>,
): Promise<void> =>
  none(
    db,
    sql`
    update events
    set payload = jsonb_set(payload, '{attached}', (
      select jsonb_agg(
        case when a.file ->> 'fileId' = ${fileId}
          then a.file || jsonb_build_object('name', ${name}::text) else a.file end
        order by a.n
      )
      from jsonb_array_elements(payload -> 'attached') with ordinality as a (file, n)
    ))
    where company_id = ${companyId} and type = 'run.outputs_attached'
      and payload -> 'attached' @> ${JSON.stringify([{ fileId }])}::jsonb`,
  );
