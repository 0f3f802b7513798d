/** Company packages: a company as files that people share. The gateway reads and writes the files. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { packageImportOperations, PackageImport, PackageKind } from '../gateway/package-imports.ts';
import { Id, PathId } from '../vocabulary.ts';

/** Files of a package: more than any public one has. */
export const PACKAGE_FILES_MAX = 2_000;
/** Text of all files of a package in UTF-8. */
export const PACKAGE_MAX_BYTES = 4_000_000;
/** Longest path of a file in a package. */
export const PACKAGE_PATH_MAX = 300;

const PackageFile = z.object({
  path: z.string().describe('Relative to the folder of the package, such as `COMPANY.md`.'),
  text: z.string().describe('The whole file.'),
});
export type PackageFile = z.output<typeof PackageFile>;

/** A file with everything in it escaped for JSON is longer than it is. */
const BODY_MAX_BYTES = 6_000_000;

const SentFile = z.object({
  path: z.string().max(4_096).describe('Relative to the folder of the package.'),
  text: z.string().default('').describe('The whole file.'),
  omitted: z
    .enum(['link', 'binary', 'too_large'])
    .optional()
    .describe('Why the text was not sent: the file is no text, or a link to another one.'),
});
export type SentFile = z.output<typeof SentFile>;

/** Why a row is not made. Codes are stable. */
export const PackageCode = z.enum([
  'settings_stay',
  'exists',
  'not_kept',
  'path_unusable',
  'path_taken',
  'link',
  'binary',
  'too_large',
  'text_unusable',
  'head_missing',
  'head_unusable',
  'field_unusable',
  'key_not_imported',
  'secret_in_text',
  'slug_unusable',
  'name_taken',
  'reference_unknown',
  'reference_refused',
  'reference_in_circle',
  'skill_unusable',
  'too_many',
]);
export type PackageCode = z.output<typeof PackageCode>;

export const PackageRow = z.object({
  path: z.string(),
  kind: PackageKind,
  slug: z.string(),
  name: z.string().nullable(),
  action: z
    .enum(['create', 'skip', 'refuse'])
    .describe('What an import does with it. Nothing that exists is changed.'),
  code: PackageCode.nullable().describe('Why it is not created; else null.'),
  hint: z.string().nullable().describe('What to do about the code.'),
  leftOut: z
    .array(z.string())
    .describe('Keys of its head that are not imported, and parts that are not taken.'),
});
export type PackageRow = z.output<typeof PackageRow>;

const packageFiles = z
  .array(SentFile)
  .min(1)
  .max(PACKAGE_FILES_MAX)
  .describe(`All files of the package, with at most ${PACKAGE_MAX_BYTES} bytes of text together.`);
const PlanHash = packageImportOperations.startPackageImport.input.shape.planHash;

export const composedPackages = {
  exportCompany: operation({
    http: 'GET /api/companies/:companyId/export',
    summary:
      'The company as the files of a package: its agents with their instructions, skills, goals, projects and ' +
      `routines; no ids, secrets, commands, permissions, issues or hooks. At most ${PACKAGE_FILES_MAX} files.`,
    who: ['board'],
    needs: 'owner',
    long: true,
    input: z.object({ companyId: PathId }),
    output: z.object({
      files: z.array(PackageFile).describe('In the order of their paths.'),
      leftOut: z
        .array(
          z.object({
            path: z.string().describe('The file that lacks it.'),
            reason: z.enum(['secret_in_text', 'parts_of_template']),
          }),
        )
        .describe('What is not in the files, although a package could have it.'),
    }),
    refusals: ['package_too_large'],
  }),
  previewCompanyPackage: operation({
    http: 'POST /api/company-packages/preview',
    summary:
      'What an import of these files would make, row by row, and what it refuses. Nothing is changed.',
    who: ['board'],
    bodyMaxBytes: BODY_MAX_BYTES,
    input: z.object({
      files: packageFiles,
      companyId: Id.optional().describe('The company to import into; a new one without it.'),
    }),
    output: z.object({
      planHash: z.string().describe('An import with it makes these rows and no others.'),
      company: z
        .object({ name: z.string(), description: z.string() })
        .nullable()
        .describe('What a new company of it would be called; null without a usable COMPANY.md.'),
      counts: z.object({ create: z.int(), skip: z.int(), refuse: z.int() }),
      rows: z.array(PackageRow),
    }),
    refusals: ['package_too_large'],
  }),
  importCompanyPackage: operation({
    http: 'POST /api/companies/:companyId/package-imports',
    summary:
      'Make what a preview of the same files has shown. Agents come paused and without timers, routines paused, ' +
      'and nothing that exists is changed.',
    who: ['board'],
    needs: 'owner',
    stores: true,
    status: 202,
    location: '/api/companies/:companyId/package-imports/:packageImportId',
    bodyMaxBytes: BODY_MAX_BYTES,
    input: z.object({
      companyId: PathId,
      files: packageFiles,
      planHash: PlanHash.describe('Of the preview.'),
    }),
    output: PackageImport,
    refusals: ['package_too_large', ...packageImportOperations.startPackageImport.refusals],
    emits: ['package_import.started'],
  }),
} as const;
