/**
 * Issues against a model of their rules: whatever callers do in whatever order, on two processes of
 * the service, the system answers as the model does. A difference is shrunk to the shortest that
 * there is; `MODEL_SEED` and `MODEL_PATH` play it again.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foundCrew } from '../harness/crew.ts';
import type { Crew } from '../harness/crew.ts';
import { lengthOf } from '../harness/length.ts';
import { useWorld } from '../harness/stack.ts';
import { commands } from './commands.ts';
import { play } from './play.ts';

const SEED = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31);
const PATH = process.env['MODEL_PATH'];
/** Companies of their own, each with one command at a time. */
const LANES = PATH === undefined ? 12 : 1;
/** Of 50 commands on the average. */
const RUNS_PER_LANE = lengthOf({ full: 36, short: 5 });
const COMMANDS_MIN = lengthOf({ full: 20_000, short: 2_000 });
/** A difference takes its time to be shrunk. */
const TIMEOUT_MS = 600_000;

const world = useWorld({ replicas: { issues: 2 } });

test(`issues do what the model does (MODEL_SEED=${SEED})`, async () => {
  let count = 0;
  const crews = new Map<number, Crew>();
  for (let seed = SEED; seed < SEED + LANES; seed += 1) {
    crews.set(seed, await foundCrew(world(), rulesOf(seed)));
  }
  const lane = async ([seed, crew]: readonly [number, Crew]): Promise<string | undefined> => {
    const rules = rulesOf(seed);
    const property = fc.asyncProperty(commands, (all) => play(crew, rules, all, () => {
      count += 1;
    }));
    const { failed, errorInstance, counterexample, counterexamplePath } = await fc.check(property, {
      seed, numRuns: RUNS_PER_LANE, unbiased: true, ...(PATH === undefined ? {} : { path: PATH }),
    });
    return failed ? describe(seed, counterexamplePath, counterexample, errorInstance) : undefined;
  };
  const startedAt = performance.now();
  const differences = await Promise.all([...crews].map(lane));
  const tookMs = Math.round(performance.now() - startedAt);
  process.stdout.write(`${count} commands in ${LANES} companies in ${tookMs} ms\n`);
  expect(differences.filter((each) => each !== undefined).join('\n\n')).toBe('');
  if (PATH === undefined) expect(count).toBeGreaterThanOrEqual(COMMANDS_MIN);
}, TIMEOUT_MS);

/** What a company is like follows from its seed, so that the seed is all it takes. */
const rulesOf = (seed: number) =>
  ({ reviewRequired: seed % 2 === 0, strategyApproved: seed % 4 < 2 });

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
