/**
 * Erasing a company in a service: all rows of it in the tables of the service, in bounded steps, each of
 * which is a transaction with its place, so that a kill loses nothing. The agents service decides when, and
 * says so by an event; each service reports to it what it has deleted, and goes on when all have.
 */
import { agents } from '@muster/contracts';
import { sql, type Statement } from '../postgres/sql.ts';
import { identifier } from './company-tables.ts';
import { reaction } from '../reactions/reaction.ts';
import type { Runtime } from '../runtime.ts';
import { insertErasure } from './erasure-store.ts';

/** What a service has deleted. */
export interface ErasureReceipt {
  readonly companyId: string;
  readonly begunAt: string;
  readonly erasedAt: string;
  /** Table → number of its rows. */
  readonly deleted: Readonly<Record<string, number>>;
}

/** What a service has to say about the erasure of a company in its tables. */
export interface ErasureOfService {
  /** The ids of the company's agents: stored answers have only the name of who has asked. */
  readonly agentsOf: (companyId: string) => Statement;
  /** Tables of its own that keep rows of erased companies, which have nothing but ids and numbers. */
  readonly keeps?: readonly string[];
  /**
   * What is not a row of the company: files, or its id in a row of somebody else. It runs at the beginning of
   * each pass, outside of a transaction, and again after a kill.
   */
  readonly before?: (runtime: Runtime, companyId: string, stopping: AbortSignal) => Promise<void>;
  /**
   * The agents service collects receipts; the others report theirs to it.
   *
   * @returns whether every service has reported, and no log of the company is left
   */
  readonly report?: (runtime: Runtime, receipt: ErasureReceipt) => Promise<boolean>;
}

/** The agents of a company in the copy that a service has of them. */
export const agentsIn =
  (table: string): ErasureOfService['agentsOf'] =>
  (companyId) =>
    sql`select agent_id from ${identifier(table)} where company_id = ${companyId}`;

/** A reaction of every service: rows are left to the worker. */
export const eraseCompanyOfOwner = reaction(
  agents,
  ['company.erased'],
  ({ companyId }, { db, stepsLeft }) => {
    stepsLeft();
    return insertErasure(db, companyId);
  },
);
