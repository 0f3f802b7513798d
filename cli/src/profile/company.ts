/** The company that a command is about. */
import type { Client } from '@muster/client';
import { Ended } from '../exit-code.ts';
import { isId } from '../calls/ids.ts';
import type { Connection } from './connection.ts';

/** Its id. Where none is named, it is that of the caller, if there is one only. */
export async function companyOf({ muster, company }: Connection): Promise<string> {
  if (company !== undefined) return isId(company) ? company : findCompany(muster, company);
  const { agent } = await muster.getSession();
  if (agent) return agent.companyId;
  const { items } = await muster.listCompanies({ limit: 2 });
  const [only, another] = items;
  if (only && !another) return only.id;
  throw new Ended(
    'usage',
    only ? 'There are several companies' : 'There is no company yet',
    only
      ? 'name one with --company, or choose one with `muster use --company`'
      : '`muster company create NAME` makes one',
  );
}

/** By its name, or by the prefix of its issues. */
export async function findCompany(muster: Client, wanted: string): Promise<string> {
  const same = (text: string): boolean => text.toLowerCase() === wanted.toLowerCase();
  for await (const { id, name, issuePrefix } of muster.listCompanies({})) {
    if (same(name) || same(issuePrefix)) return id;
  }
  throw new Ended('notFound', `There is no company ${wanted}`, '`muster company list` has them');
}
