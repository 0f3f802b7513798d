/**
 * The skill of the product itself, which every coding agent has besides those of its company. The settings
 * of each program name the tools, and few of them may reach the API from a command.
 */
import type { SkillFile } from '@muster/contracts';
import { skillFilesFor } from '@muster/contracts/agent-texts';

/** No skill of a company has this name. */
const FOLDER = 'muster';

export const musterSkill: readonly SkillFile[] = skillFilesFor('tools').map(({ path, text }) => ({
  path: `${FOLDER}/${path}`,
  text,
}));
