/** The skill of the product itself, which every coding agent has besides those of its company. */
import type { SkillFile } from '@muster/contracts';
import { skillFiles } from '@muster/contracts/agent-texts';

/** No skill of a company has this name. */
const FOLDER = 'muster';

export const musterSkill: readonly SkillFile[] = skillFiles.map(({ path, text }) => ({
  path: `${FOLDER}/${path}`,
  text,
}));
