/** The files of the skill, as they are packaged, and written into the homes of agents. */
import { SkillReference } from '../../composed/texts.ts';
import { approvalLines } from './approvals.ts';
import { hiringLines, planningLines, remoteLines } from './references.ts';
import { skillLines } from './skill.ts';

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

export const skillText = (): string => textOf(skillLines());
export const skillReferenceText = (name: SkillReference): string => textOf(references[name]());

export const skillFiles: readonly SkillFile[] = [
  { path: 'SKILL.md', text: skillText() },
  ...SkillReference.options.map((name) => ({
    path: `references/${name}.md`,
    text: skillReferenceText(name),
  })),
];
