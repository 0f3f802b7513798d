/** Ids of what a person names. */
import type { Client } from '@muster/client';
import { Ended } from '../exit-code.ts';
import type { Kind } from '../table/command.ts';
import { findCompany } from '../profile/company.ts';
import { isId } from './ids.ts';

/** The id of an agent that is the caller itself. */
const SELF = 'me';

/** @param companyId asked for only where a name has to be looked up in it */
export async function findId(
  muster: Client,
  kind: Kind,
  named: string,
  companyId: () => Promise<string>,
): Promise<string> {
  if (isId(named)) return named;
  switch (kind) {
    case 'company':
      return findCompany(muster, named);
    case 'agent':
      return findAgent(muster, named, companyId);
    case 'issue':
      return (await muster.getIssue({ issueId: named })).id;
    case 'project':
      return oneNamed(muster.listProjects({ companyId: await companyId() }), kind, named);
    case 'goal':
      return oneNamed(muster.listGoals({ companyId: await companyId() }), kind, named);
    case 'label':
      return oneNamed(muster.listLabels({ companyId: await companyId() }), kind, named);
    case 'secret':
      return oneNamed(muster.listSecrets({ companyId: await companyId() }), kind, named);
    default:
      return kind satisfies never;
  }
}

/** By its url key, or by its name. */
async function findAgent(
  muster: Client,
  named: string,
  companyId: () => Promise<string>,
): Promise<string> {
  if (named === SELF) return (await muster.getOwnAgent()).id;
  const agents = muster.listAgents({ companyId: await companyId() });
  for await (const { id, name, urlKey } of agents) {
    if (isSame(named, name) || isSame(named, urlKey)) return id;
  }
  throw notFound('agent', named);
}

interface Named {
  readonly id: string;
  readonly name?: string | null;
  readonly title?: string;
}

async function oneNamed(things: AsyncIterable<Named>, kind: Kind, named: string): Promise<string> {
  for await (const { id, name, title } of things) if (isSame(named, name ?? title)) return id;
  throw notFound(kind, named);
}

const isSame = (named: string, text: string | null | undefined): boolean =>
  text?.toLowerCase() === named.toLowerCase();

const notFound = (kind: Kind, named: string): Ended =>
  new Ended('notFound', `There is no ${kind} ${named}`, `\`muster ${kind} list\` has them`);
