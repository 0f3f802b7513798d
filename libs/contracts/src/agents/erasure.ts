/** Erasing a company: it is archived for a time in which it can be taken back, and then nothing of it is left. */
import { z } from 'zod';
import { Company } from './company.ts';
import { event, operation } from '../define.ts';
import { everyCopy } from './operations.ts';
import { Id, page, PathId, Timestamp } from '../vocabulary.ts';

/** Days in which an owner can take the company back. */
export const ERASURE_GRACE_DAYS = 7;

/** How many rows a service has deleted, by table. */
const ErasedRows = z.record(z.string(), z.int().min(0));

/** What is left of a company: numbers, and who wanted it. */
export const CompanyErasure = z.object({
  companyId: Id,
  requestedByUserId: z.string(),
  requestedAt: Timestamp,
  begunAt: Timestamp,
  /** Null until every service has reported and the last log is gone. */
  finishedAt: Timestamp.nullable(),
  services: z.array(
    z.object({ service: z.string(), begunAt: Timestamp, erasedAt: Timestamp, deleted: ErasedRows }),
  ),
});
export type CompanyErasure = z.output<typeof CompanyErasure>;

export const erasureOperations = {
  eraseCompany: operation({
    http: 'DELETE /api/companies/:companyId',
    summary:
      `Erase a company with everything in it. It is archived at once and erased after ${ERASURE_GRACE_DAYS} days, ` +
      'in which POST /api/companies/:companyId/restore takes it back; after that nothing does. A repeat changes nothing.',
    who: ['board'],
    needs: 'owner',
    input: z.object({ companyId: PathId }),
    output: Company,
    refusals: [],
    emits: ['company.updated'],
    settles: everyCopy,
  }),
  restoreCompany: operation({
    http: 'POST /api/companies/:companyId/restore',
    summary:
      'Take back a company that waits for its erasure: it is again as it was before, active, paused or archived.',
    who: ['board'],
    needs: 'owner',
    input: z.object({ companyId: PathId }),
    output: Company,
    refusals: [],
    emits: ['company.updated'],
    settles: everyCopy,
  }),
  listErasures: operation({
    http: 'GET /api/erasures',
    summary:
      'The companies whose erasure has begun, the newest first, with what each service has deleted. Instance admins only.',
    who: ['board'],
    needs: 'instance_admin',
    input: z.object({ ...page }),
    output: z.array(CompanyErasure),
    paged: true,
    refusals: [],
  }),
  recordErasure: operation({
    kind: 'write',
    summary: 'What a service has deleted of a company; it asks again until no log of it is left.',
    who: ['service'],
    input: z.object({
      companyId: Id,
      begunAt: Timestamp,
      erasedAt: Timestamp,
      deleted: ErasedRows,
    }),
    output: z.object({ isComplete: z.boolean() }),
    refusals: [],
  }),
} as const;

export const erasureEvents = {
  'company.erased': event({
    summary: 'The time in which a company could be taken back is over: every service deletes it.',
    entity: 'company',
    version: 1,
    payload: z.object({ companyId: Id }),
  }),
} as const;
