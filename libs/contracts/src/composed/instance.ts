/** What a page has to know before a sign-in, and what the board may know beyond that. */
import { z } from 'zod';
import { Currency } from '../billing/records.ts';
import { operation } from '../define.ts';
import { InstalledAdapters } from '../scheduler/installed-adapters.ts';

export const instanceRoutes = {
  getInstance: operation({
    http: 'GET /api/instance',
    summary:
      'The build of the pages and the ways to sign in. The board also sees the version, the adapters ' +
      'that are usable, and an example agent.',
    who: ['public'],
    input: z.object({}),
    output: z.object({
      build: z.string().nullable().describe('null while the pages are being built.'),
      currency: Currency,
      signIn: z.object({
        password: z.boolean(),
        token: z.boolean(),
        link: z.boolean(),
        provider: z.boolean(),
      }),
      board: InstalledAdapters.partial()
        .extend({ version: z.string() })
        .nullable()
        .describe('null without a credential of the board. Adapters are absent while unknown.'),
    }),
    refusals: [],
  }),
} as const;
