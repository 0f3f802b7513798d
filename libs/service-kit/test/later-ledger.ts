/** A later release of the ledger: it adds reactions to types that the release before passes. */
import { agents } from '@muster/contracts';
import { many, none, reaction, sql, type Db, type ServiceDefinition } from '@muster/service-kit';
import { ledgerService, type ledger } from './ledger.ts';

/** Names of agents on whose events the reaction fails. */
export const failingHires = new Set<string>();

const listHires = (history: 'log' | 'none' | 'state' = 'log') =>
  reaction<typeof agents, 'agent.created' | 'agent.updated', typeof ledger>(
    agents,
    ['agent.created', 'agent.updated'],
    async ({ companyId, seq, payload: { name } }, { db }) => {
      if (failingHires.has(name)) throw new Error(`told to fail on ${name}`);
      await none(
        db,
        sql`insert into hired (company_id, seq, name) values (${companyId}, ${seq}, ${name})`,
      );
    },
    { history },
  );

const withReactions = (
  added: Readonly<Record<string, ReturnType<typeof listHires>>>,
): ServiceDefinition<typeof ledger> => ({
  ...ledgerService,
  reactions: { ...ledgerService.reactions, ...added },
});

export const laterLedger = withReactions({ listHires: listHires() });

/** It hears of hires from now on. */
export const laterLedgerWithoutHistory = withReactions({ listHires: listHires('none') });

/** Another release, which adds a reaction of its own. */
export const otherLedger = withReactions({ listOtherHires: listHires() });

const listCreated = (name: string, history: 'log' | 'none') =>
  reaction<typeof agents, 'agent.created', typeof ledger>(
    agents,
    ['agent.created'],
    async ({ companyId, seq, payload }, { db }) => {
      await none(
        db,
        sql`
        insert into hired (company_id, seq, name)
        values (${companyId}, ${seq}, ${`${name} ${payload.name}`})`,
      );
    },
    { history },
  );

/** One reaction copies states, one needs every event, and one needs none of the past. */
export const joiningLedger: ServiceDefinition<typeof ledger> = {
  ...ledgerService,
  reactions: {
    ...ledgerService.reactions,
    copyHires: listHires('state'),
    listEveryHire: listCreated('every', 'log'),
    listLateHire: listCreated('late', 'none'),
  },
};

/** In the order in which their effects were written. */
export const hiredOf = async (db: Db, companyId: string): Promise<string[]> => {
  const rows = await many<{ name: string }>(
    db,
    sql`select name from hired where company_id = ${companyId} order by heard_at limit 10000`,
  );
  return rows.map(({ name }) => name);
};
