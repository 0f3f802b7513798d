/** Handlers of the operations that every service serves from its event log and its cursors. */
import type { logOperations } from '@muster/contracts';
import type { z } from 'zod';
import { activityOf, listActivity, type ActivityRow } from '../event-log/activity.ts';
import { listActivityNear } from '../event-log/activity-near.ts';
import { lastEventOf, listEvents, listGrownHeads, listHeads } from '../event-log/event-store.ts';
import { readState } from '../event-log/state.ts';
import { pageOfFirst, type FirstRows } from '../postgres/paging.ts';
import type { ServiceDefinition } from '../define-service.ts';
import type { AnyHandler } from '../handler.ts';
import type { AppliedSignal } from '../reactions/applied-signal.ts';
import { awaitApplied } from '../reactions/await-applied.ts';
import type { Reactor } from '../reactions/react.ts';

type LogInput<N extends keyof typeof logOperations> = z.output<(typeof logOperations)[N]['input']>;

export const eventLogHandlers = (
  { contract, states = {} }: Pick<ServiceDefinition, 'contract' | 'states'>,
  signal: AppliedSignal,
  reactor: Pick<Reactor, 'catchUp' | 'hurry'>,
): Record<keyof typeof logOperations, AnyHandler> => ({
  readLog: async (input: LogInput<'readLog'>, { db }) =>
    (await listEvents(db, input)).map((event) => ({
      ...event,
      producer: contract.name,
    })),
  readState: (input: LogInput<'readState'>, { db }) => readState(contract, states, db, input),
  readHeads: ({ afterCompanyId, grownWithinSeconds }: LogInput<'readHeads'>, { db }) =>
    grownWithinSeconds === undefined
      ? listHeads(db, afterCompanyId)
      : listGrownHeads(db, afterCompanyId, grownWithinSeconds),
  readHead: ({ companyId }: LogInput<'readHead'>, { db }) => lastEventOf(db, companyId),
  awaitApplied: (input: LogInput<'awaitApplied'>, { db }) =>
    awaitApplied(db, signal, reactor, input),
  listActivity: async (input: LogInput<'listActivity'>, context) =>
    activityPage(contract.name, await listActivity(contract, context, input)),
  listActivityNear: async (input: LogInput<'listActivityNear'>, context) =>
    activityPage(contract.name, await listActivityNear(context, input)),
});

/** Its cursor only tells that others follow: who asks goes on by their numbers. */
const activityPage = (service: string, rows: FirstRows<ActivityRow>) =>
  pageOfFirst(
    rows,
    (event) => activityOf(service, event),
    ({ seq }) => String(seq),
  );
