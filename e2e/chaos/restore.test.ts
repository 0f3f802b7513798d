/**
 * Restore drills: a system is started from a copy of its Postgres that was taken under load, with an
 * empty NATS and Redis. Besides the database an operator needs only the secrets.
 */
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack } from '@muster/local/stack';
import { lengthOf, recordTrials } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOfMarks } from '../checkers/marks.ts';
import { openClient } from '../world/http-client.ts';
import { addIssue } from '../fixtures/builders.ts';
import {
  archiveFolder,
  archiveLog,
  archivingTo,
  copyBase,
  momentOf,
  restoreToMoment,
} from '../world/postgres-archive.ts';
import { clusterDirIn, restoreSnapshot, takeSnapshot } from '../world/postgres-snapshot.ts';
import { differingCopies, misplacedCursors, deadLetters } from '../checks/effects-in-tables.ts';
import { faultsInNumbering, readActivity } from '../world/read-lists.ts';
import { openSql, type Sql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { work } from './clients.ts';
import { openChaosFixture } from './fixture.ts';
import { newHistory, type Creation } from './history.ts';
import { waitUntilSettled, markedThings } from './judge-run.ts';

const CLIENTS = lengthOf({ full: 32, short: 12 });
const REQUESTS = CLIENTS * 10;
/** Snapshots, and as many moments, each after a further part of the requests. */
const COPIES = lengthOf({ full: 5, short: 1 });
const TIMEOUT_MS = 240_000;
/** Files an operator restores as well: without them stored secrets cannot be decrypted. */
const RESTORED_FILES = ['master-key', 'board-token', 'servers/postgres/password'];

const home = mkdtempSync(join(tmpdir(), 'muster-restored-'));
const archive = archiveFolder(join(tmpdir(), `muster-archive-${process.pid}`));
const world = useWorld({ postgresParameters: archivingTo(archive) });
afterAll(() => {
  for (const path of [home, archive]) rmSync(path, { recursive: true, force: true });
});

const history = newHistory();

interface Drill {
  readonly from: string;
  /** Share of the requests after which the copy or the moment is taken. */
  readonly at: number;
  take(): Promise<void>;
  restore(dataDir: string): Promise<void>;
}

/** What was acknowledged before each drill's copy or moment. */
const acknowledgedBefore = new Map<Drill, readonly Creation[]>();
let companies: readonly string[];

const cluster = (): string => clusterDirIn(join(world().folder, 'data'));
const base = join(home, 'base');

const drills: readonly Drill[] = Array.from({ length: COPIES }, (_, index) => [
  snapshotAt((index + 1) / (COPIES + 1)),
  momentAt((index + 1.5) / (COPIES + 1)),
]).flat();

function snapshotAt(at: number): Drill {
  const snapshot = join(home, `snapshot-${at}`);
  return {
    from: `a snapshot taken under load after ${Math.round(at * 100)} % of it`,
    at,
    // At once, not after a tick: what is acknowledged before it is in it.
    async take() {
      takeSnapshot(world().stack.servers.postgres.pid ?? 0, cluster(), snapshot);
    },
    async restore(dataDir) {
      restoreSnapshot(snapshot, dataDir, lstatSync(cluster()));
    },
  };
}

function momentAt(at: number): Drill {
  let moment: Promise<string> | undefined;
  return {
    from: `a base copy and the archived log, to a moment after ${Math.round(at * 100)} % of the load`,
    at,
    async take() {
      moment = momentOf(world().stack.databaseUrl);
      await moment;
    },
    async restore(dataDir) {
      const owner = lstatSync(cluster());
      restoreToMoment({ base, archive, moment: (await moment) ?? '', dataDir, owner });
    },
  };
}

beforeAll(async () => {
  const { stack } = world();
  const clients = await openChaosFixture(world(), CLIENTS);
  companies = [...new Set(clients.map(({ company }) => company.companyId))];
  const acknowledged = () => history.creations.filter(({ id }) => id);
  await copyBase(stack.databaseUrl, cluster(), base);
  const taken: Promise<void>[] = [];
  await work(world(), clients, history, {
    seed: 19,
    requests: REQUESTS,
    onDone: (share) => {
      const due = drills.filter((drill) => share >= drill.at && !acknowledgedBefore.has(drill));
      for (const drill of due) {
        acknowledgedBefore.set(drill, acknowledged());
        taken.push(drill.take());
      }
    },
  });
  await Promise.all(taken);
  // A moment may be taken late on a busy machine: something comes after the last one all the same.
  await work(world(), clients, history, {
    seed: 20,
    requests: CLIENTS * 2,
    onDone: () => undefined,
  });
  await archiveLog(stack.databaseUrl);
}, TIMEOUT_MS);

const trials = { trials: 0, violations: 0 };
afterAll(() =>
  recordTrials({
    promise: 'P19',
    by: 'e2e/chaos/restore',
    faults: trials.trials,
    ...trials,
    how: `from ${COPIES} snapshots and to ${COPIES} moments under the load of ${CLIENTS} clients`,
  }),
);

it.each(drills)(
  'starts consistently from $from, with an empty NATS and Redis',
  async (drill) => {
    const acknowledged = acknowledgedBefore.get(drill) ?? [];
    const dataDir = mkdtempSync(join(home, 'data-'));
    for (const name of RESTORED_FILES) {
      mkdirSync(dirname(join(dataDir, name)), { recursive: true });
      copyFileSync(join(world().folder, 'data', name), join(dataDir, name));
    }
    await drill.restore(dataDir);
    const restored = await startStack({
      dataDir,
      port: await freePort(),
      durable: false,
      postgresParameters: { wal_level: 'replica' },
    });
    const sql = openSql(restored.databaseUrl);
    try {
      await waitUntilSettled(sql);
      const board = openClient(restored.baseUrls).as(restored.boardToken);
      const logs = await Promise.all(companies.map((companyId) => readActivity(board, companyId)));
      const faults = [
        ...(await misplacedCursors(sql)),
        ...(await differingCopies(sql)),
        ...(await deadLetters(sql)),
        ...logs.flatMap((log) => Object.keys(faultsInNumbering(log))),
        ...(await faultsOfCreations(sql, acknowledged)),
      ];
      trials.trials += 1;
      trials.violations += faults.length;
      expect(acknowledged.length).toBeGreaterThan(0);
      // What came after the copy is not in it: the system is at that moment, and no later one.
      const restoredThings = await markedThings(sql, companies);
      expect(restoredThings.length).toBeLessThan(history.creations.filter(({ id }) => id).length);
      expect(faults).toEqual([]);
      await expect(addIssue(board, companies[0] ?? '')).resolves.toMatchObject({ status: 'todo' });
    } finally {
      await sql.end();
      await restored.stop();
      await removeDataFolder(dataDir);
    }
  },
  TIMEOUT_MS,
);

/** What was written after the copy may be lost; what exists must exist once. */
async function faultsOfCreations(sql: Sql, acknowledged: readonly Creation[]) {
  const before = new Set(acknowledged);
  const creations = history.creations.map((each) =>
    before.has(each) ? each : { ...each, id: undefined },
  );
  return faultsOfMarks('thing', creations, await markedThings(sql, companies));
}
