/** The Model Context Protocol: tools for agents, each of which calls operations of this API. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { DOCUMENT_JSON_MAX_BYTES } from '../issues/document-records.ts';
import { JsonObject } from '../vocabulary.ts';

export const mcpRoutes = {
  callMcp: operation({
    http: 'POST /mcp',
    summary:
      'One JSON-RPC message of the Model Context Protocol, without a session; answers with JSON. ' +
      'Tools, their input and their answers: `tools/list`.',
    who: ['agent', 'board'],
    aboutCaller: true,
    // Each of its tools performs operations, by their own rules.
    whilePaused: true,
    // One of its tools writes a document.
    bodyMaxBytes: DOCUMENT_JSON_MAX_BYTES + 16_384,
    input: z.object({
      jsonrpc: z.literal('2.0'),
      id: z.union([z.string().max(200), z.number(), z.null()]).optional(),
      method: z.string().max(200).optional(),
      params: JsonObject.optional(),
      result: z.json().optional(),
      error: z.json().optional(),
    }),
    output: z.json().describe('A JSON-RPC message; nothing, with 202, for a notification.'),
    refusals: ['foreign_origin', 'environment_token_refused'],
  }),
} as const;
