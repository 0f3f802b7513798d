import { Id, Refusal, type OrgNode } from '@muster/contracts';
import { z } from 'zod';
import { companyOf } from '../company-of.ts';
import { cut, fit } from '../domain/fit.ts';
import { flatten, under } from '../domain/org.ts';
import { reads, tool } from '../tool.ts';

const MAX_BYTES = 6_000;

export const listColleagues = tool({
  name: 'list_colleagues',
  description: 'Agents with ids, roles and managers. `under`: only those below this agent.',
  input: z.strictObject({ under: z.union([z.literal('me'), Id]).optional() }),
  hints: reads,
  async run({ under: asked }, call) {
    const { answer } = await call.perform('getOrg', { companyId: await companyOf(call) });
    const roots =
      asked === undefined ? answer : reportsOf(answer, asked === 'me' ? call.actor.id : asked);
    const items = flatten(roots);
    return fit({
      maxBytes: MAX_BYTES,
      items,
      keep: 'first',
      build: (shown, textMax) => ({
        colleagues: shown.map(({ id, role, status, manager, name, title }) => ({
          id: id === call.actor.id ? 'me' : id,
          role,
          status: status === 'idle' ? undefined : status,
          manager: manager === call.actor.id ? 'me' : manager,
          said: { name: cut(name, textMax), title: cut(title, textMax) },
        })),
        none: items.length === 0 || undefined,
        more:
          shown.length < items.length
            ? { notShown: items.length - shown.length, next: { under: 'id of a manager' } }
            : undefined,
      }),
    });
  },
});

function reportsOf(roots: readonly OrgNode[], agentId: string): readonly OrgNode[] {
  const found = under(roots, agentId.toLowerCase());
  if (!found) throw new Refusal('agent_not_found', { field: 'under' });
  return found;
}
