/** The names of folders, and what a company looks like as files. */
import { describe, expect, it } from 'vitest';
import { slugOf, slugsOf } from './slugs.ts';
import type { PackageAgent, PackageContent } from './content.ts';
import { writePackage } from './write-package.ts';

const agent: PackageAgent = {
  slug: 'ada',
  name: 'Ada: "the first"',
  role: 'ceo',
  title: null,
  icon: null,
  reportsTo: null,
  capabilities: null,
  adapter: { type: 'codex', model: 'large', effort: undefined },
  budgetMonthlyCents: 0,
  skills: ['weave'],
  instructions: '\n\nWeave.\r\n\r\nThen rest.  \n',
};
const company: PackageContent = {
  company: { name: 'Looms & Co', description: '' },
  agents: [agent],
  skills: [{ slug: 'weave', files: [{ path: 'SKILL.md', text: '---\nname: "weave"\n---\n' }] }],
  goals: [],
  projects: [],
  tasks: [],
};

describe('slugs', () => {
  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  Übung, 2. Teil! ', 'ubung-2-teil'],
    ['../../etc', 'etc'],
    ['織機', 'agent'],
    ['x'.repeat(200), 'x'.repeat(60)],
  ])('make a folder of the name %s', (name, slug) => {
    expect(slugOf(name, 'agent')).toBe(slug);
  });

  it('are the same for equal things, whatever their ids and their order', () => {
    const things = [
      { id: '3', name: 'Review', says: 'b' },
      { id: '1', name: 'Review!', says: 'a' },
      { id: '2', name: 'Review', says: 'a' },
    ];
    const slugs = slugsOf(things, 'task');
    expect(Object.fromEntries(slugs)).toEqual({ 1: 'review-3', 2: 'review', 3: 'review-2' });
    const renamed = things.toReversed().map((thing) => ({ ...thing, id: `9${thing.id}` }));
    expect(slugsOf(renamed, 'task').get('92')).toBe('review');
  });
});

describe('the files of a company', () => {
  it('are Markdown below a head that says what is not left at its default', () => {
    const { files, leftOut } = writePackage(company);
    expect(leftOut).toEqual([]);
    expect(files).toEqual([
      {
        path: 'COMPANY.md',
        text: '---\nschema: agentcompanies/v1\nkind: company\nname: Looms & Co\nslug: looms-co\n---\n',
      },
      {
        path: 'agents/ada/AGENTS.md',
        text:
          '---\nkind: agent\nname: \'Ada: "the first"\'\nslug: ada\nrole: ceo\nskills:\n  - weave\n' +
          'adapter:\n  type: codex\n  model: large\n---\n\nWeave.\n\nThen rest.\n',
      },
      { path: 'skills/weave/SKILL.md', text: '---\nname: "weave"\n---\n' },
    ]);
  });

  it('lack what looks like a secret, and say so', () => {
    const key = `sk-${'a1B2'.repeat(12)}`;
    const secret = { ...agent, capabilities: `uses ${key}`, instructions: `Call it with ${key}.` };
    const { files, leftOut } = writePackage({ ...company, agents: [secret] });
    expect(leftOut).toEqual([{ path: 'agents/ada/AGENTS.md', reason: 'secret_in_text' }]);
    expect(JSON.stringify(files)).not.toContain('a1B2');
    expect(files[1]?.text).toContain('name: ');
  });
});
