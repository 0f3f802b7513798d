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
const SNAPSHOT_AT = 0.5;
const MOMENT_AT = 0.75;
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
/** What was acknowledged before the snapshot, and before the moment. */
let beforeSnapshot: readonly Creation[] = [];
let beforeMoment: readonly Creation[] = [];
let moment: Promise<string> | undefined;
let companies: readonly string[];

const cluster = (): string => clusterDirIn(join(world().folder, 'data'));
const [snapshot, base] = [join(home, 'snapshot'), join(home, 'base')];

beforeAll(async () => {
  const { stack } = world();
  const clients = await openChaosFixture(world(), CLIENTS);
  companies = [...new Set(clients.map(({ company }) => company.companyId))];
  const acknowledged = () => history.creations.filter(({ id }) => id);
  await copyBase(stack.databaseUrl, cluster(), base);
  await work(world(), clients, history, {
    seed: 19,
    requests: REQUESTS,
    onDone: (share) => {
      if (share >= SNAPSHOT_AT && beforeSnapshot.length === 0) {
        beforeSnapshot = acknowledged();
        takeSnapshot(stack.servers.postgres.pid ?? 0, cluster(), snapshot);
      }
      if (share >= MOMENT_AT && moment === undefined) {
        beforeMoment = acknowledged();
        moment = momentOf(stack.databaseUrl);
      }
    },
  });
  await archiveLog(stack.databaseUrl);
}, TIMEOUT_MS);

const drills = [
  {
    from: 'a snapshot taken under load',
    acknowledged: () => beforeSnapshot,
    restore: async (dataDir: string) => {
      restoreSnapshot(snapshot, dataDir, lstatSync(cluster()));
    },
  },
  {
    from: 'a base copy and the archived log, to a moment under load',
    acknowledged: () => beforeMoment,
    restore: async (dataDir: string) => {
      const owner = lstatSync(cluster());
      restoreToMoment({ base, archive, moment: (await moment) ?? '', dataDir, owner });
    },
  },
];

it.each(drills)(
  'starts consistently from $from, with an empty NATS and Redis',
  async ({ from, acknowledged, restore }) => {
    const dataDir = mkdtempSync(join(home, 'data-'));
    for (const name of RESTORED_FILES) {
      mkdirSync(dirname(join(dataDir, name)), { recursive: true });
      copyFileSync(join(world().folder, 'data', name), join(dataDir, name));
    }
    await restore(dataDir);
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
        ...(await faultsOfCreations(sql, acknowledged())),
      ];
      recordTrials({
        promise: 'P19',
        by: 'e2e/chaos/restore',
        trials: 1,
        faults: 1,
        violations: faults.length,
        how: `${acknowledged().length} acknowledged things before ${from}, ${CLIENTS} clients`,
      });
      expect(acknowledged().length).toBeGreaterThan(0);
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
