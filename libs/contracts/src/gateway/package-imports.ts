/** Imports of company packages into a company: the gateway makes their rows one after the other. */
import { z } from 'zod';
import { event, operation } from '../define.ts';
import { Id, PathId, Timestamp } from '../vocabulary.ts';

/** Days for which what an import has made is remembered. */
export const PACKAGE_IMPORTS_KEPT_DAYS = 90;

export const PackageKind = z.enum([
  'company',
  'agent',
  'skill',
  'goal',
  'project',
  'task',
  'team',
  'other',
]);
export type PackageKind = z.output<typeof PackageKind>;

export const PackageImportRow = z.object({
  kind: PackageKind,
  slug: z.string(),
  status: z
    .enum(['waiting', 'done', 'partial', 'refused'])
    .describe('`partial`: it was made, and a part of it was refused.'),
  code: z.string().nullable().describe('Why it, or a part of it, was refused; else null.'),
  thingId: Id.nullable().describe('What was made; null where nothing was.'),
});
export type PackageImportRow = z.output<typeof PackageImportRow>;

const Counts = z.object({ waiting: z.int(), done: z.int(), partial: z.int(), refused: z.int() });

export const PackageImport = z.object({
  id: Id,
  companyId: Id,
  planHash: z.string(),
  status: z.enum(['running', 'done']),
  byUserId: Id,
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
  counts: Counts,
});
export type PackageImport = z.output<typeof PackageImport>;

const PlanHash = z.string().regex(/^[0-9a-f]{64}$/, 'the planHash of a preview');
const ownersOnly = { who: ['board'], needs: 'owner' } as const;

export const packageImportOperations = {
  startPackageImport: operation({
    kind: 'write',
    summary: 'Begin to make the rows of a package, which the gateway has kept under the import.',
    ...ownersOnly,
    stores: true,
    input: z.object({
      companyId: Id,
      packageImportId: Id,
      planHash: PlanHash,
      /** Of the plan as it is now. */
      foundHash: PlanHash,
    }),
    output: PackageImport,
    refusals: ['package_plan_changed', 'package_import_under_way'],
    emits: ['package_import.started'],
    filledIn: ['packageImportId', 'foundHash'],
  }),
  getPackageImport: operation({
    http: 'GET /api/companies/:companyId/package-imports/:packageImportId',
    summary: `What an import makes and has made, row by row; kept for ${PACKAGE_IMPORTS_KEPT_DAYS} days.`,
    ...ownersOnly,
    input: z.object({ companyId: PathId, packageImportId: PathId }),
    output: PackageImport.extend({ rows: z.array(PackageImportRow) }),
    refusals: ['package_import_not_found'],
  }),
} as const;

export const packageImportEvents = {
  'package_import.started': event({
    entity: 'package_import',
    version: 1,
    summary: 'The import of a company package began.',
    payload: z.object({ packageImportId: Id, planHash: z.string(), rows: z.int() }),
  }),
  'package_import.ended': event({
    entity: 'package_import',
    version: 1,
    summary: 'The last row of the import of a company package was made or refused.',
    payload: z.object({
      packageImportId: Id,
      planHash: z.string(),
      counts: Counts.omit({ waiting: true }),
    }),
  }),
} as const;
