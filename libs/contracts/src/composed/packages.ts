/** Company packages: a company as files that people share. The gateway reads and writes the files. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { PathId } from '../vocabulary.ts';

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
} as const;
