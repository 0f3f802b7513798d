/** What `pnpm start` makes for its user to look at, by the program that it runs for that. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  scheduler,
  type Activity,
  type Agent,
  type Approval,
  type Company,
  type Goal,
  type Issue,
} from '@muster/contracts';
import { COMPANY, DESCRIPTION } from '@muster/local/example/example-company';
import { removeExampleFolder } from '@muster/local/example/example-folder';
import { until } from '@muster/test-kit';
import { afterAll, expect, it } from 'vitest';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const SEED = fileURLToPath(new URL('../../local/seed.ts', import.meta.url));

const world = useSharedWorld();
afterAll(() => removeExampleFolder(world().folder));

async function seed(): Promise<string> {
  const { stack, folder } = world();
  const run = promisify(execFile)(process.execPath, [SEED], {
    env: {
      ...process.env,
      MUSTER_DATA_DIR: folder,
      MUSTER_API_URL: stack.baseUrl,
      MUSTER_BOARD_TOKEN_FILE: stack.boardTokenFile,
    },
  });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout;
}

it('is a company whose agents have worked, and whose board has something to decide', async () => {
  const { board } = world();
  const read = async <T>(path: string): Promise<T> => (await board.get(path)).body as T;
  const companies = async () =>
    (await read<Company[]>('/api/companies?limit=500')).filter(({ name }) => name === COMPANY);
  const of = <T>(what: string): Promise<T> => read<T>(`/api/companies/${id}/${what}`);
  // What a start that was interrupted has left.
  const { id } = await createCompany(board, { name: COMPANY, description: DESCRIPTION });
  await addAgent(board, id, { name: 'Ada', role: 'ceo' });
  expect(await seed()).toContain('has finished an issue');

  const pending = await of<Approval[]>('approvals?status=pending');
  expect(pending.map(({ type }) => type)).toEqual(['hire_agent']);
  const agents = await of<Agent[]>('agents');
  expect(new Set(agents.map(({ name }) => name))).toEqual(new Set(['Ada', 'Grace', 'Hedy']));
  const [goal, smaller] = await of<Goal[]>('goals');
  expect(smaller?.parentId).toBe(goal?.id);
  const issues = await of<Issue[]>('issues');
  expect(issues.filter(({ status }) => status === 'done')).toHaveLength(1);
  expect(issues.filter(({ goalId }) => goalId === smaller?.id)).toHaveLength(4);
  const runs = await board.call(scheduler, 'listRuns', { companyId: id });
  expect(runs.some(({ status }) => status === 'succeeded')).toBe(true);
  await until('costs of a project', async () =>
    (await of<unknown[]>('costs/by-project')).length > 0 ? true : undefined,
  );

  const actions = async () => (await of<Activity[]>('activity?limit=500')).filter(isMade).length;
  const before = await actions();
  expect(await seed()).toBe('');
  expect(await companies()).toHaveLength(1);
  expect(await actions()).toBe(before);
});

const isMade = ({ action }: Activity): boolean => /created|hire_requested/.test(action);
