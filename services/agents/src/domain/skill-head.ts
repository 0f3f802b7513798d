/**
 * The head of a skill: YAML between two lines of dashes. Programs take more from it than a text: its
 * keys may allow tools, add hooks or choose a model. So it is written anew with the two keys that
 * only describe the skill. Import it when a skill is stored: it brings the YAML library along.
 */
import { invalidField, type SkillFile } from '@muster/contracts';
import { parseDocument } from 'yaml';
import { HEAD_FILE } from './skills.ts';

/** Longest description, in characters, as programs that load skills accept it. */
const DESCRIPTION_MAX = 1_024;
/** Keys of a head; more than any program knows. */
const KEYS_MAX = 100;
/** Longest head, in characters. */
const HEAD_MAX = 8_192;
const HEAD = /^---[ \t]*\n(?<yaml>[^]*?)\n---[ \t]*(?:\n|$)/;

export interface ReducedSkill {
  readonly files: readonly SkillFile[];
  readonly description: string;
  /** Keys that the head had besides those that it keeps. */
  readonly dropped: readonly string[];
}

/** The files with a head that has a name, which is the slug, and a description. */
export function reduceHead(slug: string, files: readonly SkillFile[]): ReducedSkill {
  const index = files.findIndex(({ path }) => path === HEAD_FILE);
  const file = files[index];
  if (!file) throw invalidField(['files'], `have no ${HEAD_FILE}`);
  const refuse = (rule: string) => invalidField(['files', index, 'text'], rule);
  const found = HEAD.exec(file.text);
  if (!found) throw refuse('begins with a head: YAML between two lines of ---');
  const head = parseHead(found.groups?.['yaml'] ?? '', refuse);
  const { name, description, ...others } = head;
  if (name !== slug) throw refuse(`name in the head is the slug: ${slug}`);
  if (typeof description !== 'string' || description.trim() === '') {
    throw refuse('description in the head is a text');
  }
  const line = description.trim();
  if (line.length > DESCRIPTION_MAX) {
    throw refuse(`description in the head has at most ${DESCRIPTION_MAX} characters`);
  }
  if (/[^\P{Cc}\n\t]/u.test(line) || !line.isWellFormed()) {
    throw refuse('description in the head has no control characters');
  }
  const body = file.text.slice(found[0].length);
  // JSON strings are YAML strings, and the text of a description cannot end the head.
  const text = `---\nname: ${JSON.stringify(slug)}\ndescription: ${JSON.stringify(line)}\n---\n${body}`;
  return {
    files: files.with(index, { path: HEAD_FILE, text }),
    description: line,
    dropped: Object.keys(others).toSorted(),
  };
}

function parseHead(yaml: string, refuse: (rule: string) => Error): Record<string, unknown> {
  if (yaml.length > HEAD_MAX) throw refuse(`the head has at most ${HEAD_MAX} characters`);
  const head = parsed(yaml);
  if (typeof head !== 'object' || head === null || Array.isArray(head)) {
    throw refuse('the head is YAML with the keys name and description, without aliases');
  }
  if (Object.keys(head).length > KEYS_MAX) throw refuse(`the head has at most ${KEYS_MAX} keys`);
  return head as Record<string, unknown>;
}

/** Nothing for what is no YAML, has aliases, or is nested too deeply for the library. */
function parsed(yaml: string): unknown {
  try {
    const document = parseDocument(yaml, { schema: 'failsafe', logLevel: 'silent' });
    return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 0 });
  } catch {
    return undefined;
  }
}
