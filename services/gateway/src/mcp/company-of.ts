/** The company of a call: an agent's own, or the one that a board token names or is limited to. */
import { Refusal, scopeOf } from '@muster/contracts';
import { z } from 'zod';
import type { ToolCall } from './tool.ts';

/** A parameter of tools of the board; an agent has one company. */
export const company = z.guid().optional().describe('id; needed with several companies');

export async function companyOf({ actor, perform }: ToolCall, named?: string): Promise<string> {
  if (actor.type === 'agent') return actor.companyId;
  if (named !== undefined) return named;
  const scope = scopeOf(actor);
  const ids =
    scope === 'all'
      ? (await perform('listCompanies', { limit: 2 })).answer.map(({ id }) => id)
      : scope;
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  throw new Refusal(
    'invalid_input',
    [
      {
        path: ['company'],
        code: 'required',
        message: 'the token is for several companies, or none',
      },
    ],
    'name one: GET /api/companies lists them',
  );
}
