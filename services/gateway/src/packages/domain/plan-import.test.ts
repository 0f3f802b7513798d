/** What an import would make of a package, friendly or not. */
import { expect, describe, it } from 'vitest';
import type { PackageRow, SentFile } from '@muster/contracts';
import { planImport } from './plan-import.ts';
import { newCompany, type Target } from './planning.ts';

const file = (path: string, text = ''): SentFile => ({ path, text });
const agent = (slug: string, head = '', body = ''): SentFile =>
  file(`agents/${slug}/AGENTS.md`, `---\nname: ${slug}\n${head}---\n${body}`);
const plan = (files: readonly SentFile[], target: Partial<Target> = {}) => {
  const work = planImport(files, { ...newCompany, ...target });
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};
const only = (files: readonly SentFile[], target: Partial<Target> = {}): PackageRow => {
  const { rows } = plan(files, target);
  expect(rows).toHaveLength(1);
  return rows[0] as PackageRow;
};
const codes = (files: readonly SentFile[], target: Partial<Target> = {}) =>
  plan(files, target).rows.map(({ path, action, code }) => [path, action, code]);

describe('a hostile package is refused row by row', () => {
  it.each([
    '../outside/AGENTS.md',
    '/etc/passwd',
    'agents/../../x/AGENTS.md',
    'agents//AGENTS.md',
    String.raw`agents\..\AGENTS.md`,
    'C:/AGENTS.md',
    'agents/a\u202Egnp/AGENTS.md',
    'agents/a\u200B/AGENTS.md',
    'agents/a\0/AGENTS.md',
    `agents/${'a'.repeat(400)}/AGENTS.md`,
    '',
  ])('by its path %j', (path) => {
    expect(only([file(path, '---\nname: x\n---\n')])).toMatchObject({
      action: 'refuse',
      code: 'path_unusable',
    });
  });

  it.each([
    ['head_missing', 'no head'],
    ['head_unusable', '---\nname: [\n---\n'],
    ['head_unusable', '---\nname: one\nname: two\n---\n'],
    ['head_unusable', '---\na: &a [x]\nname: x\nb: [*a, *a]\n---\n'],
    ['head_unusable', '---\nname: !!js/function "x"\n---\n'],
    ['head_unusable', `---\nname: ${'['.repeat(8_000)}\n---\n`],
    ['head_unusable', `---\nname: ${'x'.repeat(20_000)}\n---\n`],
    ['head_unusable', '---\n- name\n---\n'],
    ['field_unusable', '---\nname: "a\\u202eb"\n---\n'],
    ['field_unusable', `---\nname: ${'x'.repeat(300)}\n---\n`],
    ['field_unusable', '---\nname: x\nrole: emperor\n---\n'],
    ['field_unusable', '---\nname: x\nbudgetMonthlyCents: -5\n---\n'],
    ['field_unusable', '---\nname: x\nskills: {a: b}\n---\n'],
    ['text_unusable', '---\nname: x\n---\n\u001B]52;c;eA==\u0007'],
    ['text_unusable', '---\nname: x\n---\n\uD800'],
    ['secret_in_text', `---\nname: x\n---\nsk-${'a1B2'.repeat(12)}`],
    ['too_large', `---\nname: x\n---\n${'x'.repeat(70_000)}`],
  ])('as %s by its text', (code, text) => {
    expect(only([file('agents/x/AGENTS.md', text)])).toMatchObject({
      action: 'refuse',
      code,
      hint: expect.any(String) as string,
    });
  });

  it('before YAML that expands has expanded', () => {
    const bomb = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]'
        : `a${level}: &a${level} [${Array(9)
            .fill(`*a${level - 1}`)
            .join()}]`,
    ).join('\n');
    const startedAt = performance.now();
    expect(only([agent('x', `${bomb}\n`)]).code).toBe('head_unusable');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it.each(['link', 'binary', 'too_large'] as const)(
    'where its text was not sent: %s',
    (omitted) => {
      expect(only([{ path: 'agents/x/AGENTS.md', text: '', omitted }]).code).toBe(omitted);
    },
  );

  it('for paths that differ in case alone, and slugs that are no names', () => {
    expect(codes([agent('a'), agent('A')])).toEqual([
      ['agents/A/AGENTS.md', 'create', null],
      ['agents/a/AGENTS.md', 'refuse', 'path_taken'],
    ]);
    expect(only([file('agents/-rf/AGENTS.md', '---\nname: x\n---\n')]).code).toBe('slug_unusable');
    expect(only([file('skills/Code Review/SKILL.md', '---\ndescription: x\n---\n')]).code).toBe(
      'slug_unusable',
    );
  });

  it('for what decides what runs or grants rights, of which nothing is imported', () => {
    const head =
      'command: /bin/sh\npermissions:\n  canCreateAgents: true\nenv: {A: b}\nhomepage: x\n' +
      'adapter: {type: claude_code, model: large, command: /bin/sh}\n__proto__: {role: ceo}\n';
    const { rows, steps } = plan([agent('x', head)]);
    expect(rows.filter(({ action }) => action === 'refuse').map((row) => row.leftOut)).toEqual([
      ['command'],
      ['env'],
      ['permissions'],
      ['adapter.command'],
    ]);
    expect(rows.find(({ action }) => action === 'create')?.leftOut).toEqual([
      '__proto__',
      'command',
      'env',
      'homepage',
      'permissions',
      'adapter.command',
    ]);
    expect(steps).toHaveLength(1);
    expect(steps[0]?.step.thing).toMatchObject({
      role: 'general',
      adapter: { type: 'claude_code', model: 'large' },
    });
    expect(JSON.stringify(steps)).not.toContain('/bin/sh');
  });

  it('for an adapter whose program the package could choose', () => {
    const { rows, steps } = plan([agent('x', 'adapter: {type: process, command: "rm -rf /"}\n')]);
    expect(rows.map(({ code }) => code)).toEqual(['key_not_imported', null]);
    expect(steps[0]?.step.thing).toMatchObject({ adapter: null });
  });

  it('for managers that are unknown, refused or in a circle', () => {
    const files = [
      agent('a', 'reportsTo: b\n'),
      agent('b', 'reportsTo: a\n'),
      agent('c', 'reportsTo: nobody\n'),
      agent('d', 'reportsTo: c\n'),
      agent('e', 'reportsTo: f\n'),
      agent('f', 'role: emperor\n'),
      agent('g'),
    ];
    expect(codes(files).map(([, , code]) => code)).toEqual([
      'reference_in_circle',
      'reference_in_circle',
      'reference_unknown',
      'reference_refused',
      'reference_unknown',
      'field_unusable',
      null,
    ]);
  });

  it('for skills that a program could not load, and without keys that grant rights', () => {
    const head = 'name: Other\ndescription: How\nallowed-tools: Bash\nhooks: {a: b}\n';
    const { rows, steps } = plan([file('skills/weave/SKILL.md', `---\n${head}---\n!\`x\`\n`)]);
    expect(rows).toMatchObject([{ action: 'create', leftOut: ['allowed-tools', 'hooks'] }]);
    expect(steps[0]?.step.thing).toMatchObject({
      files: [{ path: 'SKILL.md', text: '---\nname: "weave"\ndescription: "How"\n---\n!`x`\n' }],
    });
    expect(only([file('skills/weave/SKILL.md', '---\nname: weave\n---\n')]).code).toBe(
      'skill_unusable',
    );
    const long = file('skills/weave/more.md', 'x'.repeat(70_000));
    expect(only([file('skills/weave/SKILL.md', '---\ndescription: x\n---\n'), long]).code).toBe(
      'skill_unusable',
    );
    expect(() =>
      plan(Array.from({ length: 70 }, (_, n) => file(`x${n}`, 'x'.repeat(65_000)))),
    ).toThrow('more than a package may hold');
  });
});

describe('a plan', () => {
  it('changes nothing that the company has, and names it where the package does', () => {
    const target = {
      agents: new Map([['boss', 'id-of-boss']]),
      hasCeo: true,
      goals: new Map([['Cloth', 'id-of-cloth']]),
    };
    const files = [
      agent('boss', 'role: ceo\n'),
      agent('new', 'reportsTo: boss\nrole: ceo\n'),
      file('goals/cloth/GOAL.md', '---\nname: Cloth\n---\n'),
      file('projects/p/PROJECT.md', '---\nname: P\ngoals: [cloth, gone]\nowner: gone\n---\n'),
      file('COMPANY.md', '---\nname: Other\n---\n'),
    ];
    const { rows, steps, company } = plan(files, target);
    expect(rows.map(({ code, leftOut }) => [code, leftOut])).toEqual([
      ['settings_stay', []],
      ['exists', ['role']],
      [null, ['role']],
      ['exists', []],
      [null, ['owner', 'goals: gone']],
    ]);
    expect(steps.map(({ step }) => step)).toMatchObject([
      { kind: 'agent', reportsTo: { id: 'id-of-boss' }, thing: { role: 'general' } },
      { kind: 'project', goals: [{ id: 'id-of-cloth' }], lead: null },
    ]);
    expect(company).toEqual({ name: 'Other', description: '' });
  });

  it('makes managers before their reports, whatever they are called', () => {
    const files = [
      agent('a', 'reportsTo: b\n'),
      agent('b', 'reportsTo: ../c/AGENTS.md\n'),
      agent('c'),
    ];
    expect(plan(files).steps.map(({ slug }) => slug)).toEqual(['c', 'b', 'a']);
  });

  it('reads heads that others write: lines of another system, numbers for names, texts in the head', () => {
    const text =
      '\uFEFF---\r\nname: 2024\r\nversion: 1.0.0\r\ndescription: Counts.\r\n---\r\n\r\nHello\r\n';
    const { steps } = plan([file('agents/x/AGENTS.md', text)]);
    expect(steps[0]?.step.thing).toMatchObject({
      name: '2024',
      capabilities: 'Counts.',
      instructions: 'Hello',
    });
  });

  it('makes an issue of a task, and a routine of one that comes again', () => {
    const files = [
      file('projects/p/PROJECT.md', '---\nname: P\n---\n'),
      file('projects/p/tasks/one/TASK.md', '---\nname: One\nassignee: x\n---\nDo it.\n'),
      file('tasks/two/TASK.md', '---\nname: Two\nrecurring: true\n---\n'),
      agent('x'),
    ];
    expect(
      plan(files)
        .steps.slice(-2)
        .map(({ step }) => step),
    ).toMatchObject([
      { kind: 'task', assignee: { slug: 'x' }, project: { slug: 'p' }, thing: { routine: null } },
      { kind: 'task', thing: { routine: { schedule: null } } },
    ]);
  });
});

/** Agents, skills, teams, projects and tasks of public companies, and how deep their lines go. */
const SHAPES = [
  [3, 0, 0, 0, 0, 1],
  [4, 12, 1, 0, 0, 2],
  [5, 5, 1, 1, 1, 2],
  [6, 9, 2, 0, 0, 2],
  [7, 21, 1, 2, 0, 3],
  [9, 14, 3, 0, 1, 3],
  [11, 11, 0, 0, 0, 2],
  [14, 38, 4, 1, 0, 3],
  [16, 60, 5, 0, 2, 4],
  [18, 3, 6, 0, 0, 3],
  [22, 44, 2, 0, 1, 4],
  [29, 97, 8, 3, 0, 4],
  [33, 20, 7, 0, 1, 5],
  [45, 70, 9, 0, 0, 4],
  [58, 99, 0, 0, 1, 6],
  [167, 20, 7, 0, 0, 5],
] as const;

it.each(SHAPES)(
  'a company of the shape of a public one imports whole: %i agents, %i skills, %i teams, %i projects, %i tasks',
  (agents, skills, teams, projects, tasks, depth) => {
    const times = (count: number, make: (number: number) => SentFile): SentFile[] =>
      Array.from({ length: count }, (_, number) => make(number));
    const manager = (number: number): string =>
      number === 0 ? 'null' : `agent-${number < depth ? number - 1 : number % depth}`;
    const files = [
      file(
        'COMPANY.md',
        '---\nschema: agentcompanies/v1\nname: Shape\ngoals:\n  - Grow\n---\nText\n',
      ),
      file('README.md', '# Shape\n'),
      file('.paperclip.yaml', 'agents: {}\n'),
      ...times(agents, (n) =>
        agent(
          `agent-${n}`,
          `title: Nr ${n}\nreportsTo: ${manager(n)}\nskills:\n  - skill-${n}\n`,
          'Do.\n',
        ),
      ),
      ...times(skills, (n) =>
        file(`skills/skill-${n}/SKILL.md`, '---\nname: S\ndescription: D\n---\nX\n'),
      ),
      ...times(teams, (n) => file(`teams/team-${n}/TEAM.md`, '---\nname: T\n---\n')),
      ...times(projects, (n) =>
        file(`projects/project-${n}/PROJECT.md`, `---\nname: P${n}\n---\n`),
      ),
      ...times(tasks, (n) =>
        file(`tasks/task-${n}/TASK.md`, '---\nname: T\nassignee: agent-0\nrecurring: true\n---\n'),
      ),
    ];
    const { rows, steps } = plan(files);
    expect(rows.filter(({ action }) => action === 'refuse')).toEqual([]);
    expect(steps).toHaveLength(agents + skills + projects + tasks);
    expect(rows.filter(({ code }) => code === 'not_kept')).toHaveLength(teams + 2);
  },
);
