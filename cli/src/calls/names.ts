/** Names of the agents that an answer has ids of. */
import type { Client } from '@muster/client';
import type { Form } from '../table/command.ts';
import type { Names } from '../terminal/format.ts';
import { columnOf, valueAt } from '../terminal/table.ts';

/** Nothing is read where the form shows no agent, or the answer has none. */
export async function namesFor(
  muster: Client,
  form: Form,
  answer: unknown,
  companyId: () => Promise<string>,
): Promise<Names> {
  const specs = 'columns' in form ? form.columns : 'lines' in form ? form.lines : [];
  const paths = specs
    .map(columnOf)
    .filter(({ format }) => format === 'agent')
    .map(({ path }) => path);
  const rows = Array.isArray(answer) ? answer : [answer];
  const isNamed = rows.some((row) => paths.some((path) => typeof valueAt(row, path) === 'string'));
  return isNamed ? namesOfAgents(muster, await companyId()) : new Map();
}

export async function namesOfAgents(muster: Client, companyId: string): Promise<Names> {
  const names = new Map<string, string>();
  for await (const { id, name } of muster.listAgents({ companyId })) names.set(id, name);
  return names;
}
