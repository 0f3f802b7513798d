/**
 * A small service to test the kit with: entries of a company, and a list of companies that is filled
 * by a reaction.
 */
import { agents, contract, event, Id, operation, PathId, Refusal } from '@muster/contracts';
import {
  applyInSteps,
  defineService,
  many,
  newId,
  none,
  one,
  reaction,
  restAfter,
  sql,
  type BulkEffect,
} from '@muster/service-kit';
import { z } from 'zod';

const Entry = z.object({ id: Id, companyId: Id, amount: z.int() });

export const ledger = contract({
  name: 'billing',
  summary: 'A ledger for tests.',
  operations: {
    addEntry: operation({
      http: 'POST /api/companies/:companyId/entries',
      summary: 'Add an entry.',
      who: ['board', 'agent'],
      stores: true,
      input: z.object({ companyId: PathId, amount: z.int() }),
      output: Entry,
      refusals: ['illegal_transition', 'not_the_owner'],
      emits: ['entry.added'],
    }),
    listEntries: operation({
      http: 'GET /api/companies/:companyId/entries',
      summary: 'List entries.',
      who: ['board', 'agent'],
      input: z.object({ companyId: PathId }),
      output: z.array(Entry),
      refusals: [],
    }),
    removeEntries: operation({
      http: 'DELETE /api/companies/:companyId/entries',
      summary: 'Remove all entries, in steps.',
      who: ['board', 'agent'],
      input: z.object({ companyId: PathId }),
      output: z.object({}),
      refusals: [],
      emits: ['entry.removed'],
    }),
    greetCompany: operation({
      http: 'POST /api/companies/:companyId/greetings',
      summary: 'Greet a company by the name that the reaction has copied.',
      who: ['board'],
      input: z.object({ companyId: PathId }),
      output: z.object({ name: z.string() }),
      refusals: ['company_not_found'],
    }),
    closeBooks: operation({
      http: 'POST /api/entries/:entryId/close',
      summary: 'Only the board may.',
      who: ['board'],
      input: z.object({ entryId: PathId }),
      output: z.object({ closed: z.boolean() }),
      refusals: ['key_not_found'],
    }),
  },
  events: {
    'entry.added': event({
      entity: 'entry',
      version: 1,
      summary: 'Added.',
      payload: z.object({ amount: z.int() }),
    }),
    'entry.removed': event({
      entity: 'entry',
      version: 1,
      summary: 'Removed.',
      payload: z.object({ amount: z.int() }),
    }),
    'entry.heard': event({
      entity: 'entry',
      version: 1,
      summary: 'Heard.',
      payload: z.object({ name: z.string() }),
    }),
  },
});

/** Refused as the entry of another, unless the company is forgiving. */
export const OWNED = 1_003;

/** Amounts for which the handler violates its contract. */
export const UNDECLARED_REFUSAL = 1_001;
export const UNDECLARED_EVENT = 1_002;

/** For a company of this name the reaction updates its table without the tenant predicate. */
export const FORGETFUL = 'Forgetful';

/** Companies that refuse for now, and companies that take negative amounts. */
export const busy = new Set<string>();
export const forgiving = new Set<string>();

/** Names of companies for which the reaction has a statement that takes longer than any may. */
export const endless = new Set<string>();

/** Names of companies on whose events the reaction fails. */
export const failing = new Set<string>();

/** Steps of `removeEntries` fail while a company has so many entries. */
export const stuckAt = new Map<string, number>();
export const ENTRIES_PER_STEP = 10;

const removeEntries: BulkEffect<typeof ledger> = {
  name: 'remove_entries',
  step: async ({ db, emit }, { companyId }) => {
    const { count } = await one<{ count: number }>(
      db,
      sql`
      select count(*)::integer as count from entries where company_id = ${companyId}`,
    );
    if (stuckAt.get(companyId) === count) throw new Error('told to fail');
    const removed = await many<{ id: string; amount: number }>(
      db,
      sql`
      delete from entries where id in (
        select id from entries where company_id = ${companyId}
        order by id limit ${ENTRIES_PER_STEP}
      )
      returning id, amount`,
    );
    for (const { id, amount } of removed) {
      emit('entry.removed', { companyId, entityId: id, payload: { amount } });
    }
    return restAfter(removed.length, ENTRIES_PER_STEP);
  },
};

export const ledgerService = defineService({
  contract: ledger,
  migrations: new URL('./ledger-migrations/', import.meta.url),
  operations: {
    addEntry: async ({ companyId, amount }, { db, emit }) => {
      const id = newId();
      await none(
        db,
        sql`
        insert into entries (id, company_id, amount) values (${id}, ${companyId}, ${amount})`,
      );
      if (busy.has(companyId)) throw new Refusal('overloaded');
      if (amount < 0 && !forgiving.has(companyId)) throw new Refusal('illegal_transition');
      if (amount === OWNED && !forgiving.has(companyId)) throw new Refusal('not_the_owner');
      if (amount === UNDECLARED_REFUSAL) throw new Refusal('name_taken');
      if (amount === UNDECLARED_EVENT) {
        emit('entry.heard', { companyId, entityId: id, payload: { name: 'out of turn' } });
      }
      emit('entry.added', { companyId, entityId: id, payload: { amount } });
      return { id, companyId, amount };
    },
    listEntries: ({ companyId }, { db }) =>
      many(
        db,
        sql`
        select id, company_id, amount from entries where company_id = ${companyId}
        order by id limit 1000`,
      ),
    removeEntries: async ({ companyId }, context) => {
      await applyInSteps(context, removeEntries, { companyId, subjectId: companyId });
      return {};
    },
    greetCompany: async ({ companyId }, { db }) => {
      const [heard] = await many<{ name: string }>(
        db,
        sql`select name from heard where company_id = ${companyId} order by seq desc limit 1`,
      );
      if (heard) return heard;
      throw new Refusal('company_not_found');
    },
    closeBooks: async () => ({ closed: true }),
  },
  reactions: {
    listCompanies: reaction<typeof agents, 'company.created' | 'company.updated', typeof ledger>(
      agents,
      ['company.created', 'company.updated'],
      async ({ companyId, seq, payload }, { db, emit }) => {
        if (failing.has(payload.name)) throw new Error(`told to fail on ${payload.name}`);
        if (endless.has(payload.name)) await many(db, sql`select pg_sleep(60)`);
        await none(
          db,
          sql`
          insert into heard (company_id, seq, name)
          values (${companyId}, ${seq}, ${payload.name})`,
        );
        if (payload.name === FORGETFUL) {
          await none(db, sql`update heard set name = ${FORGETFUL}`);
        }
        emit('entry.heard', { companyId, entityId: companyId, payload: { name: payload.name } });
      },
      { again: 'old names are listed once more' },
    ),
  },
  bulkEffects: [removeEntries],
  locate: {},
  copiedThings: { company_not_found: { owner: agents } },
});
