/**
 * A service small enough to test the machine with: entries of a company, and a list of what was
 * heard of companies elsewhere.
 */
import {
  agents, contract, event, Id, operation, PathId, Refusal,
} from '@muster/contracts';
import { defineService, many, newId, none, reaction, sql } from '@muster/service-kit';
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
      input: z.object({ companyId: PathId, amount: z.int() }),
      output: Entry,
      refusals: ['illegal_transition'],
      says: ['entry.added'],
    }),
    listEntries: operation({
      http: 'GET /api/companies/:companyId/entries',
      summary: 'List entries.',
      who: ['board', 'agent'],
      input: z.object({ companyId: PathId }),
      output: z.array(Entry),
      refusals: [],
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
      entity: 'entry', version: 1, summary: 'Added.', payload: z.object({ amount: z.int() }),
    }),
    'entry.heard': event({
      entity: 'entry', version: 1, summary: 'Heard.', payload: z.object({ name: z.string() }),
    }),
  },
});

/** Amounts with which the handler breaks its own contract. */
export const UNDECLARED_REFUSAL = 1_001;
export const UNDECLARED_EVENT = 1_002;

/** Of a company with this name the effect renames what was heard, and forgets of whom. */
export const FORGETFUL = 'Forgetful';

/** What the effect does with the next events of a company: a switch for failures. */
export const failing = new Set<string>();

export const ledgerService = defineService({
  contract: ledger,
  migrations: new URL('./ledger-migrations/', import.meta.url),
  operations: {
    addEntry: async ({ companyId, amount }, { db, say }) => {
      const id = newId();
      await none(db, sql`
        insert into entries (id, company_id, amount) values (${id}, ${companyId}, ${amount})`);
      if (amount < 0) throw new Refusal('illegal_transition');
      if (amount === UNDECLARED_REFUSAL) throw new Refusal('name_taken');
      if (amount === UNDECLARED_EVENT) {
        say('entry.heard', { companyId, entityId: id, payload: { name: 'out of turn' } });
      }
      say('entry.added', { companyId, entityId: id, payload: { amount } });
      return { id, companyId, amount };
    },
    listEntries: ({ companyId }, { db }) =>
      many(db, sql`
        select id, company_id, amount from entries where company_id = ${companyId}
        order by id limit 1000`),
    closeBooks: async () => ({ closed: true }),
  },
  reactions: {
    listCompanies: reaction<typeof agents, 'company.created' | 'company.updated', typeof ledger>(
      agents,
      ['company.created', 'company.updated'],
      async ({ companyId, seq, payload }, { db, say }) => {
        if (failing.has(payload.name)) throw new Error(`told to fail on ${payload.name}`);
        await none(db, sql`
          insert into heard (company_id, seq, name)
          values (${companyId}, ${seq}, ${payload.name})`);
        if (payload.name === FORGETFUL) {
          await none(db, sql`update heard set name = ${FORGETFUL}`);
        }
        say('entry.heard', { companyId, entityId: companyId, payload: { name: payload.name } });
      },
    ),
  },
  locate: {},
});
