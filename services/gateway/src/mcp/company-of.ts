/** The company of a call: an agent's own, or the one that a board token names or is limited to. */
import { Refusal, scopeOf } from '@muster/contracts';
import { z } from 'zod';
import { cut } from './domain/fit.ts';
import type { ToolCall } from './tool.ts';

/** A parameter of tools of the board; an agent has one company. */
export const company = z.guid().optional().describe('id; needed with several companies');

/** Companies that a refusal names, so that it costs a model no more than an answer does. */
const NAMED_MAX = 20;
const NAME_MAX = 40;

export async function companyOf({ actor, perform }: ToolCall, named?: string): Promise<string> {
  if (actor.type === 'agent') return actor.companyId;
  if (named !== undefined) return named;
  const scope = scopeOf(actor);
  const [own, ...others] = scope === 'all' ? [] : scope;
  if (own !== undefined && others.length === 0) return own;
  const { answer, nextCursor } = await perform('listCompanies', { limit: NAMED_MAX });
  const [only] = answer;
  if (only !== undefined && answer.length === 1) return only.id;
  throw new Refusal(
    'invalid_input',
    [
      {
        path: ['company'],
        code: 'required',
        message: 'the token is for several companies, or none',
        companies: answer.map(({ id, name }) => ({ id, said: { name: cut(name, NAME_MAX) } })),
      },
    ],
    nextCursor === undefined
      ? 'give the id of one of the companies in the details'
      : `give the id of a company: the details have the first ${NAMED_MAX}`,
  );
}
