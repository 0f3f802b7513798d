/** The files of the skill, as they are packaged, and written into the homes of agents. */
import { SkillReference } from '../../composed/texts.ts';
import { approvalLines } from './approvals.ts';
import { hiringLines, planningLines, remoteLines } from './references.ts';
import { skillLines } from './skill.ts';
import { forSurface, type Surface } from './surface.ts';

export interface SkillFile {
  /** In the folder of the skill. */
  readonly path: string;
  readonly text: string;
}

const textOf = (lines: readonly string[]): string => `${lines.join('\n').trimEnd()}\n`;

const references: Readonly<Record<SkillReference, () => string[]>> = {
  hiring: hiringLines,
  approvals: approvalLines,
  planning: planningLines,
  remote: remoteLines,
};

export const skillText = (surface: Surface = 'both'): string =>
  forSurface(textOf(skillLines(surface)), surface);

export const skillReferenceText = (name: SkillReference, surface: Surface = 'both'): string =>
  forSurface(textOf(references[name]()), surface);

/** For a reader with tools, without what only a program that fetches its work can use. */
export const skillFilesFor = (surface: Surface): readonly SkillFile[] => [
  { path: 'SKILL.md', text: skillText(surface) },
  ...SkillReference.options
    .filter((name) => surface !== 'tools' || name !== 'remote')
    .map((name) => ({
      path: `references/${name}.md`,
      text: skillReferenceText(name, surface),
    })),
];

export const skillFiles = skillFilesFor('both');
