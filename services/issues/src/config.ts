/** Environment variables of issues, besides those of every service. */
import { retentionDays } from '@muster/service-kit';
import { z } from 'zod';

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
});

export type IssuesConfig = z.output<typeof issuesConfig>;

/** The kit has read it by the schema above, and passes it on without its type. */
export const issuesConfigOf = ({ config }: { readonly config: object }): IssuesConfig =>
  config as IssuesConfig;
