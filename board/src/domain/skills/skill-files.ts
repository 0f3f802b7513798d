/** A skill as a form shows it: its `SKILL.md` without the head, and its other files. */

export interface SkillFile {
  readonly path: string;
  readonly text: string;
}

export interface SkillFields {
  readonly slug: string;
  /** When an agent should use it. */
  readonly description: string;
  readonly text: string;
  readonly others: readonly SkillFile[];
}

const MAIN = 'SKILL.md';
const HEAD = /^---\n[^]*?\n---\n*/;

export const newSkill: SkillFields = { slug: '', description: '', text: '', others: [] };

/** The head keeps the name and the description alone, so nothing of it is lost. */
export const skillFieldsOf = (skill: {
  readonly slug: string;
  readonly description: string;
  readonly files: readonly SkillFile[];
}): SkillFields => ({
  slug: skill.slug,
  description: skill.description,
  text: (skill.files.find(({ path }) => path === MAIN)?.text ?? '').replace(HEAD, ''),
  others: skill.files.filter(({ path }) => path !== MAIN),
});

/** A quoted string of JSON is one of YAML. */
export const filesOf = ({ slug, description, text, others }: SkillFields): SkillFile[] => [
  {
    path: MAIN,
    text: `---\nname: ${slug}\ndescription: ${JSON.stringify(description)}\n---\n\n${text.trimEnd()}\n`,
  },
  ...others,
];

/** A name that people type as a slug: `Publish a page` is `publish-a-page`. */
export const slugOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);

/** All files as one text, to compare two versions. */
export const wholeText = (files: readonly SkillFile[]): string =>
  files.map(({ path, text }) => `${path}\n\n${text}`).join('\n');
