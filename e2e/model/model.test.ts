/**
 * Issues compared with a model of their rules: whatever callers do in whatever order, on two processes
 * of the service, the system answers as the model does. A difference is shrunk to a shortest example;
 * `MODEL_SEED` and `MODEL_PATH` repeat it.
 */
import fc from 'fast-check';
import { lengthOf } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { createTeam, type Team } from '../fixtures/team.ts';
import { useWorld } from '../world/use-world.ts';
import { commands } from './commands.ts';
import { play } from './play.ts';

const SEED = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31);
const PATH = process.env['MODEL_PATH'];
/** Each company gets one command at a time. */
const COMPANIES = PATH === undefined ? 12 : 1;
/** Runs have 50 commands on average. */
const RUNS_PER_COMPANY = lengthOf({ full: 36, short: 3 });
const COMMANDS_MIN = lengthOf({ full: 20_000, short: 1_200 });
/** Shrinking a difference takes time. */
const TIMEOUT_MS = 600_000;

const world = useWorld({ replicas: { issues: 2 } });

it(
  `issues do what the model does (MODEL_SEED=${SEED})`,
  async () => {
    let count = 0;
    const teams = new Map<number, Team>();
    for (let seed = SEED; seed < SEED + COMPANIES; seed += 1) {
      teams.set(seed, await createTeam(world(), rulesOf(seed)));
    }
    const check = async ([seed, team]: readonly [number, Team]): Promise<string | undefined> => {
      const rules = rulesOf(seed);
      const property = fc.asyncProperty(commands, (all) =>
        play(team, rules, all, () => {
          count += 1;
        }),
      );
      const { failed, errorInstance, counterexample, counterexamplePath } = await fc.check(
        property,
        {
          seed,
          numRuns: RUNS_PER_COMPANY,
          unbiased: true,
          ...(PATH === undefined ? {} : { path: PATH }),
        },
      );
      return failed ? describe(seed, counterexamplePath, counterexample, errorInstance) : undefined;
    };
    const startedAt = performance.now();
    const differences = await Promise.all([...teams].map(check));
    const tookMs = Math.round(performance.now() - startedAt);
    process.stdout.write(`${count} commands in ${COMPANIES} companies in ${tookMs} ms\n`);
    expect(differences.filter((each) => each !== undefined).join('\n\n')).toBe('');
    if (PATH === undefined) expect(count).toBeGreaterThanOrEqual(COMMANDS_MIN);
  },
  TIMEOUT_MS,
);

/** The settings of a company follow from its seed, so that the seed suffices to repeat a run. */
const rulesOf = (seed: number) => ({
  reviewRequired: seed % 2 === 0,
  strategyApproved: seed % 4 < 2,
  reviewPolicy: (['anyone', 'not_author', 'person'] as const)[seed % 3] ?? 'anyone',
});

function describe(
  seed: number,
  path: string | null,
  example: readonly unknown[] | null,
  error: unknown,
): string {
  const steps = (example?.[0] as unknown[] | undefined) ?? [];
  return [
    error instanceof Error ? error.message : String(error),
    ...steps.map((step, index) => `  ${index + 1}. ${JSON.stringify(step)}`),
    `  again: MODEL_SEED=${seed} MODEL_PATH=${path} pnpm test e2e/model`,
  ].join('\n');
}
