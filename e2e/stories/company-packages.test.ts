/** A company as files that people share. */
import { agents, composed, gateway, issues, type SentFile } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { importPackage, packageOf, previewPackage } from '../fixtures/packages.ts';
import { addPerson } from '../fixtures/people.ts';
import type { Caller } from '../world/http-client.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

const exported = async (caller: Caller, companyId: string) => {
  const { status, body } = await caller.get(`/api/companies/${companyId}/export`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return composed.exportCompany.output.parse(body);
};

/** What has become of an import after its last row. */
async function importInto(caller: Caller, companyId: string, files: readonly SentFile[]) {
  const { id: packageImportId } = await importPackage(caller, companyId, files);
  return until('the end of the import', async () => {
    const found = await caller.call(gateway, 'getPackageImport', { companyId, packageImportId });
    return found.status === 'done' ? found : undefined;
  });
}

/** A new company of the files. */
async function importAnew(caller: Caller, files: readonly SentFile[]) {
  const plan = await previewPackage(caller, files);
  const { name, description } = plan.company ?? { name: 'Unnamed', description: '' };
  const { id } = await createCompany(caller, { name, description });
  return { plan, ...(await importInto(caller, id, files)) };
}

/** Two agents of one look, goals and projects that are called alike, texts with what YAML could take amiss. */
async function weavingCompany(board: Caller): Promise<string> {
  const { id: companyId } = await createCompany(board, {
    name: 'Looms: "fine" & co',
    description: '  - weave\n\n---\nname: x\n---\n',
  });
  const text = '---\nname: weave\ndescription: "How to: weave"\n---\n\n  Over, under.\n\n';
  const files = [
    { path: 'SKILL.md', text },
    { path: 'examples/one.md', text: '# One\n' },
  ];
  await board.call(agents, 'setSkill', { companyId, skill: 'weave', files });
  const config = {
    adapterType: 'claude_code',
    adapterConfig: { model: 'large', cwd: '/srv' },
  } as const;
  const ada = await addAgent(board, companyId, { name: 'Ada', role: 'ceo', ...config });
  const bob = await addAgent(board, companyId, {
    name: 'Bob B.',
    title: 'true',
    capabilities: '2026-11-20',
    reportsTo: ada.id,
    permissions: { canCreateAgents: true },
    runtimeConfig: { heartbeat: { enabled: true, intervalSec: 3_600 } },
    budgetMonthlyCents: 500,
  });
  await addAgent(board, companyId, { name: 'Bob-B', reportsTo: bob.id, icon: 'bot' });
  const body = '\n\n# Weave\n\n---\nkind: none\n---\n  * {{so}} \n';
  await board.call(agents, 'setInstructions', { agentId: bob.id, body });
  await board.call(agents, 'setAgentSkills', { agentId: bob.id, skills: ['weave'] });
  const goal = (title: string, parentId: string | null, more = {}) =>
    board.call(issues, 'createGoal', { companyId, title, parentId, ...more });
  const cloth = await goal('Cloth', null, { level: 'company', status: 'active' });
  const thread = await goal('Thread', null, { level: 'company', ownerAgentId: bob.id });
  const [finer] = [await goal('Finer', thread.id), await goal('Finer', cloth.id)];
  const project = { companyId, name: 'Build', leadAgentId: bob.id, color: '#112233' };
  const { id: projectId } = await board.call(issues, 'createProject', {
    ...project,
    goalIds: [finer?.id ?? '', cloth.id],
    targetDate: '2027-02-01',
  });
  await board.call(issues, 'createProject', { companyId, name: 'Build', description: 'Again.' });
  await board.call(issues, 'createRoutine', {
    companyId,
    name: 'Clean',
    template: {
      title: 'Clean {{what}}',
      description: 'Every thread.',
      priority: 'high',
      assigneeAgentId: bob.id,
      projectId,
    },
    variables: [{ name: 'what', default: 'the loom' }],
    clock: { kind: 'cron', expression: '0 9 * * 1', zone: 'Europe/Berlin' },
  });
  return companyId;
}

it('exports what a company is, without ids, secrets, commands and rights', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board, { name: 'Looms' });
  const ceo = await addAgent(board, companyId, {
    name: 'Ada',
    role: 'ceo',
    permissions: { canCreateAgents: true },
    adapterType: 'claude_code',
    adapterConfig: {
      model: 'large',
      effort: 'high',
      cwd: '/srv/looms',
      env: { API_KEY: 'hidden' },
    },
  });
  const bob = await addAgent(board, companyId, {
    name: 'Bob',
    reportsTo: ceo.id,
    adapterConfig: { command: '/usr/local/bin/weave' },
    budgetMonthlyCents: 500,
  });
  const gone = await addAgent(board, companyId, { name: 'Gone', reportsTo: bob.id });
  await board.call(agents, 'terminateAgent', { agentId: gone.id });
  await board.call(agents, 'setInstructions', { agentId: bob.id, body: 'Weave.\n' });
  const text = '---\nname: weave\ndescription: How to weave\n---\nOver, under.\n';
  await board.call(agents, 'setSkill', {
    companyId,
    skill: 'weave',
    files: [{ path: 'SKILL.md', text }],
  });
  await board.call(agents, 'setAgentSkills', { agentId: bob.id, skills: ['weave'] });
  const top = await board.call(issues, 'createGoal', { companyId, title: 'Cloth for all' });
  const goal = { companyId, title: 'A loom', parentId: top.id, ownerAgentId: bob.id };
  const { id: goalId } = await board.call(issues, 'createGoal', goal);
  const project = { companyId, name: 'Build', goalIds: [goalId], leadAgentId: bob.id };
  const { id: projectId } = await board.call(issues, 'createProject', project);
  const label = await board.call(issues, 'createLabel', {
    companyId,
    name: 'dust',
    color: '#112233',
  });
  await board.call(issues, 'createRoutine', {
    companyId,
    name: 'Clean',
    template: {
      title: 'Clean {{what}}',
      description: 'Every thread.',
      assigneeAgentId: bob.id,
      projectId,
      labelIds: [label.id],
    },
    variables: [{ name: 'what', default: 'the loom' }],
    clock: { kind: 'cron', expression: '0 9 * * 1', zone: 'Europe/Berlin' },
  });
  const { files, leftOut } = await exported(board, companyId);
  expect(files.map(({ path }) => path)).toEqual([
    'COMPANY.md',
    'agents/ada/AGENTS.md',
    'agents/bob/AGENTS.md',
    'goals/a-loom/GOAL.md',
    'goals/cloth-for-all/GOAL.md',
    'projects/build/PROJECT.md',
    'skills/weave/SKILL.md',
    'tasks/clean/TASK.md',
  ]);
  expect(leftOut).toEqual([{ path: 'tasks/clean/TASK.md', reason: 'parts_of_template' }]);
  const whole = files.map((file) => file.text).join('\n');
  for (const part of [companyId, ceo.id, projectId, 'hidden', '/srv', 'usr/local', 'permissions']) {
    expect(whole).not.toContain(part);
  }
  const textOf = (path: string) => files.find((file) => file.path === path)?.text;
  expect(textOf('agents/bob/AGENTS.md')).toBe(
    '---\nkind: agent\nname: Bob\nslug: bob\nreportsTo: ada\nskills:\n  - weave\n' +
      'budgetMonthlyCents: 500\n---\n\nWeave.\n',
  );
  expect(textOf('tasks/clean/TASK.md')).toContain('assignee: bob\nproject: build\n');
});

it('exports for owners only, and nothing of another company', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const other = await createCompany(board);
  const path = `/api/companies/${companyId}/export`;
  const operator = await addPerson(world(), companyId, { role: 'operator' });
  const stranger = await addPerson(world(), other.id, { role: 'owner' });
  expect(await (await operator.signIn()).get(path)).toMatchObject({
    status: 403,
    body: { code: 'owner_only' },
  });
  expect(await (await stranger.signIn()).get(path)).toMatchObject({
    status: 404,
    body: { code: 'company_not_found' },
  });
});

it('refuses to export more than a package may hold: package_too_large', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const head = '---\nname: skill\ndescription: Long\n---\n';
  for (let number = 0; number < 33; number += 1) {
    const skill = `skill-${number}`;
    const files = [
      { path: 'SKILL.md', text: head.replace('skill', skill) + 'x'.repeat(62_000) },
      { path: 'more.md', text: 'x'.repeat(62_000) },
    ];
    await board.call(agents, 'setSkill', { companyId, skill, files });
  }
  expect(await board.get(`/api/companies/${companyId}/export`)).toMatchObject({
    status: 422,
    body: { code: 'package_too_large', details: { files: 67 } },
  });
});

it('imports what it has exported, and exports the same bytes again', async () => {
  const { board } = world();
  const first = await exported(board, await weavingCompany(board));
  const { companyId, counts, rows, plan } = await importAnew(board, first.files);
  expect(plan.counts).toEqual({ create: 11, skip: 1, refuse: 0 });
  expect(plan.rows.filter(({ leftOut }) => leftOut.length > 0)).toEqual([]);
  expect(counts).toEqual({ waiting: 0, done: 11, partial: 0, refused: 0 });
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(
    new Set(['agent', 'goal', 'project', 'skill', 'task']),
  );
  expect(await exported(board, companyId)).toEqual(first);
  const ends = await board.get(`/api/companies/${companyId}/activity?actions=package_import.ended`);
  expect(ends.body).toMatchObject([{ details: { counts: { done: 11, partial: 0, refused: 0 } } }]);
  const roster = await board.call(agents, 'listAgents', { companyId });
  expect(new Set(roster.map(({ status }) => status))).toEqual(new Set(['paused']));
  expect(roster.some(({ runtimeConfig }) => runtimeConfig.heartbeat.enabled)).toBe(false);
  expect(roster.some(({ permissions }) => permissions.canCreateAgents)).toBe(false);
  const [routine] = await board.call(issues, 'listRoutines', { companyId });
  expect(routine).toMatchObject({ status: 'paused', nextFireAt: null });
  const again = await previewPackage(board, first.files, companyId);
  expect(again.counts).toEqual({ create: 0, skip: 12, refuse: 0 });
});

it('begins an import once: a repeat has its answer, another plan is refused, and so is a second one', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const files = packageOf('Once');
  const { planHash } = await previewPackage(board, files, companyId);
  const path = `/api/companies/${companyId}/package-imports`;
  const other = await board.post(path, { files: packageOf('Other'), planHash });
  expect(other).toMatchObject({ status: 409, body: { code: 'package_plan_changed' } });
  const key = { 'idempotency-key': `import-${companyId}` };
  const first = await board.post(path, { files, planHash }, key);
  const second = await board.post(path, { files, planHash }, key);
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body).toMatchObject({ id: (first.body as { id: string }).id });
  const receipt = await board.get(first.headers.get('location') ?? '');
  expect(receipt).toMatchObject({ status: 200, body: { planHash } });
  await until('the project', async () => {
    const projects = await board.call(issues, 'listProjects', { companyId });
    return projects.length > 0 || undefined;
  });
  const refused = await board.post(path, { files, planHash });
  expect(refused).toMatchObject({ status: 409, body: { code: 'package_plan_changed' } });
  expect(await board.call(issues, 'listProjects', { companyId })).toHaveLength(1);
});

it('imports for owners only, into their company', async () => {
  const { board } = world();
  const { id: companyId } = await createCompany(board);
  const other = await createCompany(board);
  const files = packageOf('Theirs');
  const operator = await (await addPerson(world(), companyId, { role: 'operator' })).signIn();
  const { planHash } = await previewPackage(operator, files, companyId);
  const path = `/api/companies/${companyId}/package-imports`;
  expect(await operator.post(path, { files, planHash })).toMatchObject({
    status: 403,
    body: { code: 'owner_only' },
  });
  const stranger = await (await addPerson(world(), other.id, { role: 'owner' })).signIn();
  for (const [where, body] of [
    [path, { files, planHash }],
    ['/api/company-packages/preview', { files, companyId }],
  ] as const) {
    expect(await stranger.post(where, body)).toMatchObject({ status: 404 });
  }
});
