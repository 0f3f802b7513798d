/** What a program of others asks a person for, by OAuth, and the person's answer on a page of the board. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { tokenLimits } from '../gateway/records.ts';
import { Timestamp } from '../vocabulary.ts';

/** Longer than a browser sends. */
const REQUEST_MAX = 8_000;

const question = {
  request: z
    .string()
    .min(1)
    .max(REQUEST_MAX)
    .optional()
    .describe('The query of the authorization request, as the program has sent it.'),
  userCode: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('In place of `request`: the code that a program without a browser shows.'),
};

export const authorizationRoutes = {
  getAuthorizationRequest: operation({
    http: 'GET /api/authorization-request',
    summary: 'What a program asks you for that signs in by OAuth. Nothing is changed.',
    who: ['board'],
    aboutCaller: true,
    input: z.object(question),
    output: z.object({
      program: z.object({
        id: z.string(),
        name: z.string().describe('As the program says; nobody has checked it.'),
        host: z
          .string()
          .nullable()
          .describe('Where it says what it is; null for a program that has registered here.'),
      }),
      resource: z
        .enum(['api', 'mcp'])
        .describe('What its token is for: the whole interface, or the tools for models.'),
      readOnly: tokenLimits.readOnly.describe('Whether it asks for reading only.'),
      mayDecide: tokenLimits.mayDecide.describe('Whether it asks to decide for the board.'),
      leadsTo: z
        .string()
        .nullable()
        .describe('Where you are led with the answer: a host, or the scheme of an application.'),
    }),
    refusals: ['authorization_request_invalid', 'user_code_not_found'],
  }),
  decideAuthorizationRequest: operation({
    http: 'POST /api/authorization-request/decision',
    summary:
      'Allow or refuse what a program asks you for. What it gets is a board token of yours with ' +
      'these limits.',
    who: ['board'],
    aboutCaller: true,
    changesAccount: true,
    input: z
      .object({
        ...question,
        approve: z.boolean(),
        expiresAt: Timestamp.optional().describe('At most a year from now, which is the default.'),
      })
      .extend(z.object(tokenLimits).partial().shape),
    output: z.object({
      redirectTo: z
        .string()
        .nullable()
        .describe('Where the browser goes next, with a code of one use; null for a typed code.'),
    }),
    refusals: [
      'authorization_request_invalid',
      'user_code_not_found',
      'expiry_in_the_past',
      'limited_token_refused',
    ],
  }),
} as const;
