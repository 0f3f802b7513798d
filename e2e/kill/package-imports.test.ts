/** All gateways are killed while the rows of an import are made: each is made once. */
import { agents, gateway } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { createCompany } from '../fixtures/builders.ts';
import { importPackage } from '../fixtures/packages.ts';
import { killService } from '../faults/faults.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

const AGENTS = 40;
/** What was claimed by the process that is gone is claimed again. */
const CLAIMS_END = `update gateway.package_imports set due_at = now() where status = 'running'`;

const world = useWorld();
const sql = useSql(world);

it('makes each row once, and goes on', { timeout: 120_000 }, async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const files = Array.from({ length: AGENTS }, (_, number) => ({
    path: `agents/agent-${number}/AGENTS.md`,
    text: `---\nname: Agent ${number}\n${number === 0 ? '' : `reportsTo: agent-${number % 5 === 0 ? 0 : number - 1}\n`}---\nWork ${number}.\n`,
  }));
  const { id: packageImportId } = await importPackage(board, companyId, files);
  const countOf = async (status: string): Promise<number> => {
    const text = `select count(*) from gateway.package_import_rows where import_id = $1 and status = $2`;
    return Number((await sql.rows(text, [packageImportId, status]))[0]?.['count']);
  };
  await until('some rows', async () => (await countOf('done')) >= 5 || undefined);
  await killService('gateway').strike(world());
  expect(await countOf('waiting')).toBeGreaterThan(0);
  await stack.whenReady();
  await sql.rows(CLAIMS_END);
  await until('all rows', async () => (await countOf('waiting')) === 0 || undefined);
  const ends = await until('the event of its end', async () => {
    const path = `/api/companies/${companyId}/activity?actions=package_import.ended`;
    const { body } = await board.get(path);
    return Array.isArray(body) && body.length > 0 ? body : undefined;
  });
  expect(ends).toHaveLength(1);
  const done = await board.call(gateway, 'getPackageImport', { companyId, packageImportId });
  expect(done.counts).toEqual({ waiting: 0, done: AGENTS, partial: 0, refused: 0 });
  const roster = await board.call(agents, 'listAgents', { companyId, limit: 500 });
  expect(roster).toHaveLength(AGENTS);
  expect(new Set(roster.map(({ status }) => status))).toEqual(new Set(['paused']));
  const texts = await Promise.all(
    roster.map(({ id: agentId }) => board.call(agents, 'getInstructions', { agentId })),
  );
  expect(new Set(texts.map(({ version }) => version))).toEqual(new Set([1]));
});
