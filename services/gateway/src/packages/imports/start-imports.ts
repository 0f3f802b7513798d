/** Makes the rows of imports, by any process, in turns of a few seconds for each import. */
import { Permission, Refusal, type gateway, type UserActor } from '@muster/contracts';
import {
  startPeriodicTask,
  type Background,
  type Context,
  type Runtime,
} from '@muster/service-kit';
import type { Signals } from '../../local-signals.ts';
import {
  endRow,
  listMade,
  listWaitingRows,
  type WaitingRow,
} from '../store/package-import-rows.ts';
import {
  claimImports,
  endImport,
  releaseImport,
  type ClaimedImport,
} from '../store/package-imports.ts';
import { isPassing, makeStep } from './make-step.ts';

const PERIOD_MS = 2_000;
/** Imports whose rows are made at a time: each waits for one request of a service. */
const TURNS_MAX = 5;
/** A turn begins no further row after this time, so that another import has its turn. */
const TURN_MS = 5_000;
/** Above a turn and the deadlines of the requests of its last row; after a crash another process goes on. */
const CLAIM_SECONDS = 90;
/** Rows that are read at a time: each may have all the text of a skill. */
const ROWS_PER_READ = 20;
/** Tries of a row that a service cannot make; then it is left out. */
const ATTEMPTS_MAX = 12;
const DELAY_MAX_SECONDS = 600;

export function startPackageImports(runtime: Runtime, signals: Signals): Background {
  const { db, log } = runtime;
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    const claimed = await claimImports(db, { most: TURNS_MAX, seconds: CLAIM_SECONDS });
    const goOn = await Promise.all(
      claimed.map((one) =>
        takeTurn(runtime, one, stopping.signal).catch((error: unknown) => {
          log.warn({ err: error, importId: one.id }, 'rows of an import are made again');
          return false;
        }),
      ),
    );
    if (goOn.includes(true)) task.runNow();
  };
  const task = startPeriodicTask({
    periodMs: PERIOD_MS,
    run,
    failed: (error) => log.warn({ err: error }, 'finding imports of packages failed'),
  });
  signals.on('packageImportStarted', task.runNow);
  return {
    async drain() {
      stopping.abort();
      signals.off('packageImportStarted', task.runNow);
      await task.drain();
    },
  };
}

/** Returns whether rows are left that can be made at once. */
async function takeTurn(
  runtime: Runtime,
  claimed: ClaimedImport,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db } = runtime;
  const { id: packageImportId, companyId } = claimed;
  const key = { companyId, packageImportId };
  const made = new Map(
    (await listMade(db, key)).map(({ kind, slug, thingId }) => [`${kind} ${slug}`, thingId]),
  );
  const endsAtMs = performance.now() + TURN_MS;
  let hasProgress = false;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- rows are made in their order
    const rows = await listWaitingRows(db, key, ROWS_PER_READ);
    if (rows.length === 0) {
      await end(runtime, claimed);
      return false;
    }
    for (const row of rows) {
      if (stopping.aborted || performance.now() > endsAtMs) {
        await releaseImport(db, claimed, { seconds: 0, hasProgress });
        return !stopping.aborted;
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      const isMade = await attempt(
        runtime,
        hasProgress ? { ...claimed, attempts: 1 } : claimed,
        row,
        made,
      );
      if (!isMade) {
        const seconds = Math.min(2 ** claimed.attempts, DELAY_MAX_SECONDS);
        await releaseImport(db, claimed, { seconds, hasProgress });
        return false;
      }
      hasProgress = true;
    }
  }
}

const end = ({ write }: Runtime, claimed: ClaimedImport): Promise<void> =>
  write(async (context) => {
    const { db, emit } = context as unknown as Context<typeof gateway>;
    const ended = await endImport(db, claimed);
    if (!ended) return;
    const { id: packageImportId, companyId, planHash, counts } = ended;
    const { waiting: _, ...made } = counts;
    emit('package_import.ended', {
      companyId,
      entityId: packageImportId,
      payload: { packageImportId, planHash, counts: made },
    });
  });

/** Returns whether the row has ended; else a later attempt may make it. */
async function attempt(
  { db, rpc, log }: Runtime,
  { companyId, byUserId, byName, attempts }: ClaimedImport,
  { id: rowId, slug, step }: WaitingRow,
  made: Map<string, string>,
): Promise<boolean> {
  const refused = (code: string) => ({ status: 'refused', code, thingId: null }) as const;
  if (byName === null) {
    await endRow(db, companyId, rowId, refused('member_left'));
    return true;
  }
  const making = {
    rpc,
    actor: actorOf(companyId, byUserId, byName),
    companyId,
    rowId,
    made: (kind: string, named: string) => made.get(`${kind} ${named}`),
  };
  try {
    const ended = await makeStep(making, step);
    await endRow(db, companyId, rowId, ended);
    if (ended.thingId !== null) made.set(`${step.kind} ${slug}`, ended.thingId);
    return true;
  } catch (error) {
    if (isPassing(error) && attempts < ATTEMPTS_MAX) {
      log.warn({ err: error, rowId }, 'the row of an import is made again');
      return false;
    }
    await endRow(
      db,
      companyId,
      rowId,
      refused(error instanceof Refusal ? error.code : 'unavailable'),
    );
    return true;
  }
}

/** With the rights of an owner, which the person was and is; the name in the activity says what acts. */
const actorOf = (companyId: string, id: string, name: string): UserActor => ({
  type: 'user',
  id,
  name: `${name} (package)`,
  companies: [{ companyId, role: 'owner', permissions: [...Permission.options] }],
});
