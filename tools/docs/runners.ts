import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './markdown.ts';

const root = join(import.meta.dirname, '../..');
const PAGE = 'docs/operations/runners.md';
const SEEN = 'docs/operations/programs.json';
const BEGIN = '<!-- Rendered by `pnpm render` from docs/operations/programs.json. -->';
const END = '<!-- The rest of this page is written by hand. -->';

const programs = {
  claude_code: 'Claude Code',
  codex: 'Codex',
  opencode: 'OpenCode',
  gemini_cli: 'Gemini CLI',
} as const;

/** What `e2e/programs` notes, in the words of a reader. */
const capabilities = {
  work: 'claims, comments and hands over by the tools of Muster',
  commit: 'commits, under `full`',
  commitInSandbox: 'commits, under `workspace`',
  resume: 'a comment goes on with its session',
  tokens: 'tokens of a run, and of one that goes on',
  cancel: 'is cancelled while its model thinks',
  gateway: 'asks at a `provider` of one’s own',
  status401: 'answer 401',
  status500: 'answer 500',
  silence: 'no answer',
  firstBytes: 'first request of a run, under `full`',
} as const;

/** The page about runners, with what the proof has seen of each program. */
export function renderRunners(): string {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const seen = JSON.parse(readFileSync(join(root, SEEN), 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, string>>>
  >;
  const rows = Object.entries(capabilities).map(([name, words]) => [
    words,
    ...Object.keys(programs).map((program) => seen[name]?.[program] ?? 'not recorded'),
  ]);
  const [before = ''] = page.split(BEGIN);
  const [, after = ''] = page.split(END);
  const rendered = table(['', ...Object.values(programs)], rows);
  return [before, BEGIN, '\n\n', rendered, '\n\n', END, after].join('');
}
