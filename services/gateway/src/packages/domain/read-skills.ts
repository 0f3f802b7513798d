/** Skills of a package: their files, with a head that only describes the skill. */
import { agents, type PackageRow } from '@muster/contracts';
import type { PackageSkill } from './content.ts';
import { readHead, type Head } from './front-matter.ts';
import type { InTurns } from './in-turns.ts';
import type { PlacedFile } from './package-files.ts';
import type { Found } from './read-things.ts';
import { refuseRow } from './rows.ts';

/** Longest description of a skill, in characters, as programs that load skills accept it. */
const DESCRIPTION_MAX = 1_024;
/** Text of a skill in UTF-8, as the operation that stores it counts. */
const SKILL_MAX_BYTES = 128_000;
const { skill: Slug, files: Files } = agents.operations.setSkill.input.shape;
const { skills: Slugs } = agents.operations.setAgentSkills.input.shape;
export const isSkillSlug = (slug: string): boolean =>
  Slug.safeParse(slug).success && Slugs.safeParse([slug]).success;

export interface ReadSkills {
  readonly found: readonly Found<PackageSkill>[];
  readonly rows: readonly PackageRow[];
}

export function* readSkills(files: readonly PlacedFile[]): InTurns<ReadSkills> {
  const found: Found<PackageSkill>[] = [];
  const rows: PackageRow[] = [];
  for (const [slug, own] of Map.groupBy(files, ({ place }) => place.slug)) {
    const read = readSkill(slug, own);
    if ('action' in read) rows.push(read);
    else found.push(read);
    yield;
  }
  return { found, rows };
}

function readSkill(slug: string, files: readonly PlacedFile[]): Found<PackageSkill> | PackageRow {
  const path = `skills/${slug}/SKILL.md`;
  const about = { path, kind: 'skill', slug } as const;
  if (!isSkillSlug(slug)) return refuseRow('slug_unusable', about);
  const first = files.find((file) => file.path === path);
  const read = first ? readHead(first.text) : 'head_missing';
  if (typeof read === 'string') return refuseRow(read, about);
  const described = withHead(slug, read.head, read.rawBody);
  if (!described) return refuseRow('skill_unusable', about);
  const texts = files.map(({ place, path: whole, text }) => ({
    path: place.within ?? whole,
    text: whole === path ? described.text : text,
  }));
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > SKILL_MAX_BYTES || !Files.safeParse(texts).success) {
    return refuseRow('skill_unusable', about);
  }
  return { path, thing: { slug, files: texts }, leftOut: described.leftOut };
}

/** The same bytes as those of a skill that was stored. */
function withHead(slug: string, { description, name: _, ...others }: Head, rawBody: string) {
  if (typeof description !== 'string') return undefined;
  const line = description.trim();
  if (line === '' || line.length > DESCRIPTION_MAX || /[^\P{Cc}\n\t]/u.test(line)) return undefined;
  const head = `name: ${JSON.stringify(slug)}\ndescription: ${JSON.stringify(line)}\n`;
  return {
    text: `---\n${head}---\n${rawBody}`,
    leftOut: Object.keys(others)
      .filter((key) => key !== 'slug' && key !== 'schema' && key !== 'kind')
      .toSorted(),
  };
}
