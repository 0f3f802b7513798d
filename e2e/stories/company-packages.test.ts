/** A company as files that people share. */
import { agents, composed, issues } from '@muster/contracts';
import { expect, it } from 'vitest';
import { addAgent, createCompany } from '../fixtures/builders.ts';
import { addPerson } from '../fixtures/people.ts';
import type { Caller } from '../world/http-client.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();

const exported = async (caller: Caller, companyId: string) => {
  const { status, body } = await caller.get(`/api/companies/${companyId}/export`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return composed.exportCompany.output.parse(body);
};

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
