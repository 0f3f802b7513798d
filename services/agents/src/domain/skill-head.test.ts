import { Refusal } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { reduceHead } from './skill-head.ts';

const reduced = (text: string, slug = 'publish') =>
  reduceHead(slug, [
    { path: 'a.md', text: 'a' },
    { path: 'SKILL.md', text },
  ]);

describe('reduceHead', () => {
  it.each([
    ['plain', 'description: Publish it.', 'Publish it.'],
    ['quoted', 'description: "Publish: \\"it\\""', 'Publish: "it"'],
    ['folded', 'description: >-\n  Publish\n  it.', 'Publish it.'],
    ['of two lines', 'description: |\n  Publish\n  it.', 'Publish\nit.'],
    ['a number', 'description: 42', '42'],
    ['that looks like the end', 'description: "a\\n---\\nb"', 'a\n---\nb'],
  ])('keeps a description %s', (_, line, description) => {
    const skill = reduced(`---\nname: publish\n${line}\n---\nBody.\n`);
    expect(skill).toMatchObject({ description, dropped: [] });
    const [first, head] = skill.files;
    expect(first).toEqual({ path: 'a.md', text: 'a' });
    expect(head?.text).toBe(
      `---\nname: "publish"\ndescription: ${JSON.stringify(description)}\n---\nBody.\n`,
    );
  });

  it('says the same of a text that it has written', () => {
    const once = reduced('---\nname: publish\nmodel: x\ndescription: "a\\n---\\nb"\n---\nBody.\n');
    expect(once.dropped).toEqual(['model']);
    const again = reduceHead('publish', once.files);
    expect(again).toEqual({ ...once, dropped: [] });
  });

  it.each(['true', 'null', '123', '1e3'])('writes the slug %s as a text', (slug) => {
    const { files } = reduced(`---\nname: ${slug}\ndescription: x\n---\n`, slug);
    expect(files[1]?.text).toContain(`name: "${slug}"\n`);
  });

  it.each([
    ['keys twice', 'name: publish\nname: publish\ndescription: x'],
    ['a list', '- name: publish'],
    ['two documents', 'name: publish\n...\ndescription: x'],
    ['an alias', 'name: publish\ndescription: &a x\nb: *a'],
    ['aliases of aliases', 'name: publish\ndescription: x\na: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]'],
    ['more keys than any program knows', `name: publish\ndescription: x\n${manyKeys()}`],
    ['nine thousand characters', `name: publish\ndescription: x\n# ${'x'.repeat(9_000)}`],
    ['nesting without an end', `name: publish\ndescription: x\na: ${'{a: '.repeat(2_000)}`],
  ])('refuses %s', (_, head) => {
    expect(() => reduced(`---\n${head}\n---\n`)).toThrow(Refusal);
  });

  it('takes a key that is special in JavaScript for any other', () => {
    const { dropped } = reduced('---\nname: publish\ndescription: x\n__proto__: {a: b}\n---\n');
    expect(dropped).toEqual(['__proto__']);
  });
});

function manyKeys(): string {
  return Array.from({ length: 100 }, (_, index) => `key${index}: x`).join('\n');
}
