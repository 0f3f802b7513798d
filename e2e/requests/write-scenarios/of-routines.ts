import { issues } from '@muster/contracts';
import { companyPath, type ScenarioFixture, type WriteScenario } from './scenario.ts';

const HOUR_MS = 3_600_000;

const newRoutine = async ({ world, companyId }: ScenarioFixture, fields: object = {}) =>
  world.board.call(issues, 'createRoutine', {
    companyId,
    name: 'Report',
    template: { title: 'Write the report of {{date}}' },
    ...fields,
  });

const ofRoutine = async (fixture: ScenarioFixture, rest = '', fields: object = {}) =>
  `/api/routines/${(await newRoutine(fixture, fields)).id}${rest}`;

export const ofRoutines: Record<string, WriteScenario> = {
  createRoutine: (fixture) =>
    fixture.chief.caller.post(companyPath(fixture, 'routines'), {
      name: 'Report',
      template: { title: 'Write the report' },
    }),
  updateRoutine: async (fixture) =>
    fixture.world.board.patch(await ofRoutine(fixture), { name: 'Other' }),
  archiveRoutine: async (fixture) => fixture.world.board.delete(await ofRoutine(fixture)),
  runRoutine: async (fixture) => fixture.world.board.post(await ofRoutine(fixture, '/run'), {}),
  backfillRoutine: async (fixture) => {
    const clock = { kind: 'interval', everySec: 3_600, from: '2026-01-01T00:00:00.000Z' };
    const now = Date.now();
    const range = {
      from: new Date(now - 2 * HOUR_MS).toISOString(),
      to: new Date(now - 1_000).toISOString(),
    };
    return fixture.world.board.post(await ofRoutine(fixture, '/backfill', { clock }), range);
  },
};
