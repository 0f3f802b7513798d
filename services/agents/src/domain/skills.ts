/** What the files of a skill may be, together: each path and each text is checked by the contract. */
import {
  AGENT_SKILLS_MAX_BYTES,
  invalidField,
  Refusal,
  secretPaths,
  SKILL_MAX_BYTES,
  SkillSlug,
  type Skill,
  type SkillFile,
} from '@muster/contracts';

/** The file that programs read first; its head says when to use the skill. */
export const HEAD_FILE = 'SKILL.md';

/** Files that a program takes for settings of the skill, which may grant rights or start servers. */
const SETTINGS = ['agents/openai.yaml', 'agents/openai.yml'];

/** Programs find a skill by the name of its folder, so the slug is one for all of them. */
export function requireSlug(slug: string): void {
  const [issue] = SkillSlug.safeParse(slug).error?.issues ?? [];
  if (issue) throw invalidField(['skill'], issue.message);
}

/** In the order of the bytes of their paths, which are ASCII. */
export const inOrder = <F extends { readonly path: string }>(files: readonly F[]): F[] =>
  files.toSorted(({ path: one }, { path: other }) => (one < other ? -1 : Number(one > other)));

/** Refuses files that cannot stand in one folder, or that say more to a program than their text. */
export function requireUsableFiles(files: readonly SkillFile[]): void {
  requireDifferentPaths(files);
  for (const [index, { path, text }] of files.entries()) {
    const name = path.toLowerCase();
    const at = ['files', index, 'path'];
    if (path !== HEAD_FILE && /(?:^|\/)skill\.md$/.test(name)) {
      throw invalidField(at, `only ${HEAD_FILE} in the folder of the skill has that name`);
    }
    if (SETTINGS.includes(name)) {
      throw invalidField(at, 'is read as settings of a program, which a skill may not have');
    }
    if (secretPaths({ text }).length > 0) {
      throw new Refusal('secret_in_text', { field: `files.${index}.text`, path });
    }
  }
}

/** A file system may ignore case, and a file cannot be the folder of another one. */
function requireDifferentPaths(files: readonly SkillFile[]): void {
  const paths = new Set<string>();
  for (const [index, { path }] of files.entries()) {
    const name = path.toLowerCase();
    if (paths.has(name)) throw invalidField(['files', index, 'path'], 'is the path of two files');
    paths.add(name);
  }
  for (const [index, { path }] of files.entries()) {
    const names = path.toLowerCase().split('/');
    const above = names.slice(1).map((_, count) => names.slice(0, count + 1).join('/'));
    const file = above.find((folder) => paths.has(folder));
    if (file !== undefined) {
      throw invalidField(['files', index, 'path'], `lies below ${file}, which is a file`);
    }
  }
}

/** Bytes of all texts in UTF-8; refuses more than a skill may have. */
export function sizeOf(files: readonly SkillFile[]): number {
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes <= SKILL_MAX_BYTES) return bytes;
  throw invalidField(
    ['files'],
    `have ${bytes} bytes together, more than the ${SKILL_MAX_BYTES} allowed`,
  );
}

/** Refuses more skills than an agent may have; `bytes` of all of them, as they would be. */
export function requireSkillsWithinLimit(agentId: string, bytes: number): void {
  if (bytes <= AGENT_SKILLS_MAX_BYTES) return;
  throw new Refusal('skills_too_large', { agentId, bytes, maxBytes: AGENT_SKILLS_MAX_BYTES });
}

/** Refuses a stale `If-Match`; 0 means that there is no skill of the slug. */
export function requireSkillVersion(found: Skill | undefined, ifVersion: number | undefined): void {
  const version = found?.version ?? 0;
  if (ifVersion !== undefined && ifVersion !== version) {
    throw new Refusal('version_mismatch', { version });
  }
}
