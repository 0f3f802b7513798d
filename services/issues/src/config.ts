/** Environment variables of issues, besides those of every service. */
import { fileStoreConfig } from '@muster/file-store';
import { retentionDays } from '@muster/service-kit';
import { z } from 'zod';
import type { FileLimits } from './domain/files/file-limits.ts';

const mb = (least: number, most: number, preset: number, description: string) =>
  z.coerce.number().int().min(least).max(most).default(preset).describe(description);
/** What a store takes in one piece, in MB: 5 GB less what a head needs. */
const FILE_MOST_MB = 5_000;
const COMPANY_MOST_MB = 1_000_000_000;

export const issuesConfig = z.object({
  TIMES_SWEEP_SECONDS: z.coerce
    .number()
    .min(0.05)
    .max(3_600)
    .default(1)
    .describe('Interval of the sweep that looks for times that have come.'),
  RETENTION_WAITS_DAYS: retentionDays(
    90,
    'Days for which a wait of an agent is kept after it has ended.',
  ),
  RETENTION_QUESTIONS_DAYS: retentionDays(
    365,
    'Days for which a question is kept after it was answered, has expired or was withdrawn.',
  ),
  ...fileStoreConfig,
  FILE_MAX_MB: mb(1, FILE_MOST_MB, 1_024, 'MB of a file of an issue at most.'),
  COMPANY_FILES_MB: mb(
    0,
    COMPANY_MOST_MB,
    20_480,
    'MB of all files of a company at most; 0 is no limit.',
  ),
  COMPANY_FILES_MONTH_MB: mb(
    0,
    COMPANY_MOST_MB,
    20_480,
    'MB of files that a company adds in a month at most; 0 is no limit.',
  ),
});

export type IssuesConfig = z.output<typeof issuesConfig>;

/** The kit has read it by the schema above, and passes it on without its type. */
export const issuesConfigOf = ({ config }: { readonly config: object }): IssuesConfig =>
  config as IssuesConfig;

export function fileLimitsOf(context: { readonly config: object }): FileLimits {
  const config = issuesConfigOf(context);
  return {
    fileMb: config.FILE_MAX_MB,
    companyMb: config.COMPANY_FILES_MB,
    monthMb: config.COMPANY_FILES_MONTH_MB,
  };
}
