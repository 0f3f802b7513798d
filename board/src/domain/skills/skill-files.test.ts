import { describe, expect, it } from 'vitest';
import { filesOf, newSkill, skillFieldsOf, slugOf } from './skill-files.ts';

describe('the files of a skill', () => {
  it('have a head with the name and the description, whatever is in it', () => {
    const description = 'Say "why": # no comment\n---';
    const [main] = filesOf({ ...newSkill, slug: 'publish', description, text: 'Read it.\n\n' });
    expect(main).toEqual({
      path: 'SKILL.md',
      text: '---\nname: publish\ndescription: "Say \\"why\\": # no comment\\n---"\n---\n\nRead it.\n',
    });
  });

  it('are the same after they were shown', () => {
    const fields = {
      slug: 'publish',
      description: 'How we publish.',
      text: '---\nA rule.\n---\n',
      others: [{ path: 'references/style.md', text: 'Plain words.\n' }],
    };
    expect(skillFieldsOf({ ...fields, files: filesOf(fields) })).toEqual(fields);
  });

  it('are in a folder named after what people type', () => {
    expect(slugOf(' Publish a Page! ')).toBe('publish-a-page');
    expect(slugOf('???')).toBe('');
  });
});
