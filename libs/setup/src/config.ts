/** What the setup command reads: the owner's address, and the addresses of those it lets in. */
import { setUpConfig } from '@muster/service-kit';
import { z } from 'zod';

const login = (service: string) =>
  z.url({ protocol: /^postgres(ql)?$/ }).optional()
    .describe(`The address of ${service}: its role gets that password and may sign in.`);

export const setupConfig = setUpConfig.extend({
  DATABASE_URL: setUpConfig.shape.DATABASE_URL
    .describe('Postgres as the owner of the schemas, who may make roles.'),
  AGENTS_DATABASE_URL: login('agents'),
  ISSUES_DATABASE_URL: login('issues'),
  APPROVALS_DATABASE_URL: login('approvals'),
  BILLING_DATABASE_URL: login('billing'),
  SCHEDULER_DATABASE_URL: login('scheduler'),
  GATEWAY_DATABASE_URL: login('gateway'),
  QUEUE_IN_POSTGRES: z.stringbool().default(true)
    .describe('Whether the queue of runs needs tables: where there is no Redis.'),
});
export type SetupConfig = z.output<typeof setupConfig>;
