import { SKILL_MAX_BYTES, type agents, type SkillFile } from '@muster/contracts';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentsService } from '../src/service.ts';
import { headOf, putSkill, skillEventsOf } from './skill.ts';
import { aCompany } from './team.ts';

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStage(agentsService);
});
afterAll(() => stage.close());

const board = () => stage.as(boardActor());
const aCompanyId = async (): Promise<string> => (await aCompany(stage)).id;
const put = (companyId: string, slug: string, more: readonly SkillFile[] = []) =>
  putSkill(stage, { companyId, slug }, more);
const eventsOf = (companyId: string) => skillEventsOf(stage, companyId);

describe('setSkill', () => {
  it('stores the files in the order of their paths, and counts versions', async () => {
    const companyId = await aCompanyId();
    const files = [{ path: 'scripts/b.sh', text: 'echo b\n' }, headOf('publish')];
    const first = await board().setSkill({ companyId, skill: 'publish', files });
    expect(first).toMatchObject({
      slug: 'publish',
      version: 1,
      description: 'How to publish.',
      fileCount: 2,
      dropped: [],
    });
    const second = await put(companyId, 'publish');
    expect(second).toMatchObject({ id: first.id, version: 2, fileCount: 1 });
    const before = await board().getSkill({ companyId, skill: 'publish', version: 1 });
    expect(before).toMatchObject({ version: 1, sha256: first.sha256, files: files.toReversed() });
    expect(await board().getSkill({ companyId, skill: 'publish' })).toMatchObject({ version: 2 });
    await expect(
      board().getSkill({ companyId, skill: 'publish', version: 3 }),
    ).rejects.toMatchObject({ code: 'revision_not_found' });
  });

  it('leaves what grants rights out of the head, and says so', async () => {
    const companyId = await aCompanyId();
    const text =
      '---\nname: publish\nallowed-tools: Bash(*)\nhooks:\n  Stop: [run]\n' +
      'description: >\n  Publish a page\n  with care.\n---\nBody: `!date`\n---\nmore\n';
    const files = [{ path: 'SKILL.md', text }];
    expect(await board().setSkill({ companyId, skill: 'publish', files })).toMatchObject({
      description: 'Publish a page with care.',
      dropped: ['allowed-tools', 'hooks'],
    });
    const { files: stored } = await board().getSkill({ companyId, skill: 'publish' });
    expect(stored).toEqual([
      {
        path: 'SKILL.md',
        text:
          '---\nname: "publish"\ndescription: "Publish a page with care."\n---\n' +
          'Body: `!date`\n---\nmore\n',
      },
    ]);
  });

  it('takes equal files for no change', async () => {
    const companyId = await aCompanyId();
    const first = await put(companyId, 'publish');
    const { files } = await board().getSkill({ companyId, skill: 'publish' });
    expect(await board().setSkill({ companyId, skill: 'publish', files })).toEqual(first);
    expect(await eventsOf(companyId)).toHaveLength(1);
  });

  it('announces the hash of a change and not the texts', async () => {
    const companyId = await aCompanyId();
    const { id: skillId, sha256, bytes } = await put(companyId, 'publish');
    const payload = { skillId, slug: 'publish', version: 1, fileCount: 1, bytes, sha256 };
    expect(await eventsOf(companyId)).toEqual([{ type: 'skill.created', payload }]);
  });

  it.each(
    [
      '../escape.md',
      '/etc/passwd',
      'a/../b.md',
      './a.md',
      'a//b.md',
      '.mcp.json',
      'a/.hidden',
      'a\\b.md',
      'a b.md',
      'a\0.md',
      'a/b/c/d/e.md',
      'ä.md',
      'a'.repeat(129),
      '',
    ].map((path) => [path]),
  )('refuses the path %j', async (path) => {
    const companyId = await aCompanyId();
    await expect(put(companyId, 'publish', [{ path, text: 'x' }])).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it.each([
    ['a control character', [{ path: 'a.md', text: '\u001B]52;c;eA==\u0007' }]],
    ['a carriage return', [{ path: 'a.md', text: 'one\r\ntwo' }]],
    ['a lone surrogate', [{ path: 'a.md', text: '\uD800' }]],
    ['two names that differ in case', ['a.md', 'A.md'].map((path) => ({ path, text: 'x' }))],
    ['a file below a file', ['a', 'a/b'].map((path) => ({ path, text: 'x' }))],
    ['a second head', [{ path: 'sub/SKILL.md', text: 'x' }]],
    ['a head in small letters', [{ path: 'skill.md', text: 'x' }]],
    ['settings of a program', [{ path: 'agents/openai.yaml', text: 'x' }]],
  ])('refuses %s', async (_, more) => {
    const companyId = await aCompanyId();
    await expect(put(companyId, 'publish', more)).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['files', expect.any(Number), expect.stringMatching(/path|text/)] }],
    });
    expect(await board().listSkills({ companyId })).toEqual([]);
  });

  it.each([
    ['no head', 'Do it.'],
    ['a head without an end', '---\nname: publish\n'],
    ['another name', '---\nname: other\ndescription: x\n---\n'],
    ['no description', '---\nname: publish\n---\n'],
    ['an empty description', '---\nname: publish\ndescription: " "\n---\n'],
    ['a description that is no text', '---\nname: publish\ndescription: [x]\n---\n'],
    ['a long description', `---\nname: publish\ndescription: ${'x'.repeat(1_025)}\n---\n`],
    ['an escaped control character', '---\nname: publish\ndescription: "\\e[2J"\n---\n'],
    ['an alias', '---\nname: publish\ndescription: x\na: &a [x]\nb: *a\n---\n'],
    ['no YAML', '---\nname: publish\ndescription: "x\n---\n'],
    ['deep nesting', `---\nname: publish\ndescription: x\na: ${'['.repeat(8_000)}\n---\n`],
  ])('refuses %s', async (_, text) => {
    const companyId = await aCompanyId();
    const files = [{ path: 'SKILL.md', text }];
    await expect(board().setSkill({ companyId, skill: 'publish', files })).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['files', 0, 'text'] }],
    });
  });

  it('refuses a skill without a head, of no files or of the slug of Muster itself', async () => {
    const companyId = await aCompanyId();
    for (const [slug, files] of [
      ['publish', [{ path: 'a.md', text: 'x' }]],
      ['publish', []],
      ['muster', [headOf('muster')]],
      ['Publish', [headOf('Publish')]],
    ] as const) {
      await expect(
        board().setSkill({ companyId, skill: slug, files: [...files] }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
  });

  it('refuses what looks like a secret, and does not repeat it', async () => {
    const companyId = await aCompanyId();
    const more = [{ path: 'a.md', text: 'Use ghp_abcdefghijklmnopqrst1234 for GitHub.' }];
    const refused = await put(companyId, 'publish', more).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'secret_in_text', details: { field: 'files.1.text' } });
    expect(JSON.stringify(refused)).not.toContain('ghp_');
  });

  it('bounds files, bytes and skills', async () => {
    const companyId = await aCompanyId();
    const many65 = Array.from({ length: 64 }, (_, n) => ({ path: `f${n}`, text: 'x' }));
    await expect(put(companyId, 'publish', many65)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const half = { text: 'x'.repeat(SKILL_MAX_BYTES / 2) };
    const large = ['a', 'b'].map((path) => ({ path, ...half }));
    await expect(put(companyId, 'publish', large)).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['files'] }],
    });
    for (let count = 1; count <= 100; count++) await put(companyId, `skill-${count}`);
    await expect(put(companyId, 'skill-101')).rejects.toMatchObject({ code: 'too_many_skills' });
    expect(await put(companyId, 'skill-100', [{ path: 'a', text: 'x' }])).toMatchObject({
      version: 2,
    });
  });

  it('lets one of two boards win that change the same version', async () => {
    const companyId = await aCompanyId();
    const change = (text: string, ifVersion: number) =>
      board().setSkill({
        companyId,
        skill: 'publish',
        files: [headOf('publish'), { path: 'a.md', text }],
        ifVersion,
      });
    for (const version of [0, 1]) {
      const outcomes = await Promise.allSettled(
        [`one ${version}`, `two ${version}`].map((text) => change(text, version)),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
    await expect(change('three', 1)).rejects.toMatchObject({
      code: 'version_mismatch',
      details: { version: 2 },
    });
  });

  it('keeps the last hundred versions', async () => {
    const companyId = await aCompanyId();
    for (let count = 1; count <= 102; count++) {
      await put(companyId, 'publish', [{ path: 'a.md', text: `Text ${count}.` }]);
    }
    const first = await board().listSkillRevisions({ companyId, skill: 'publish', limit: 500 });
    expect(first.map(({ version }) => version)).toEqual(
      Array.from({ length: 100 }, (_, index) => 102 - index),
    );
    await expect(
      board().getSkill({ companyId, skill: 'publish', version: 2 }),
    ).rejects.toMatchObject({ code: 'revision_not_found' });
  });
});
