/** Configuration of the setup command: the database owner's URL, and the URLs of the services. */
import { baseConfig } from '@muster/service-kit';
import { z } from 'zod';

const login = (service: string) =>
  z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(`Database URL of ${service}: its role gets this password and may sign in.`);

export const setupConfig = baseConfig.pick({ LOG_LEVEL: true }).extend({
  DATABASE_URL: baseConfig.shape.DATABASE_URL.describe(
    'Postgres, as a user who owns the schemas and may create roles.',
  ),
  AGENTS_DATABASE_URL: login('agents'),
  ISSUES_DATABASE_URL: login('issues'),
  APPROVALS_DATABASE_URL: login('approvals'),
  BILLING_DATABASE_URL: login('billing'),
  SCHEDULER_DATABASE_URL: login('scheduler'),
  GATEWAY_DATABASE_URL: login('gateway'),
  QUEUE_IN_POSTGRES: z
    .stringbool()
    .default(true)
    .describe('Creates the tables of the run queue in Postgres; needed without Redis.'),
});
export type SetupConfig = z.output<typeof setupConfig>;
