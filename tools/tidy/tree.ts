import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scan } from './scan.ts';

/** One file of the repository, read once and looked at by every rule. */
export interface Source {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly code: string;
  readonly uncommented: string;
}

export const root = join(import.meta.dirname, '../..');

const binary = /\.(?:png|jpe?g|webp|gif|ico|woff2?|gz|tgz|zip|wasm)$/;
const gitOutputBytesMax = 64 * 1024 * 1024;

export function source(path: string, text: string): Source {
  const { code, uncommented } = isCode(path) ? scan(text) : { code: text, uncommented: text };
  return { path, text, lines: text.split('\n'), code, uncommented };
}

/** Everything that is, or is about to be, part of the repository: what git ignores is not ours. */
export function readTree(): Source[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: gitOutputBytesMax },
  );
  return listed
    .split('\0')
    .filter((path) => path !== '' && isFile(path))
    .map((path) => source(path, textOf(path)));
}

/** Bytes that are no text have no lines that a rule could judge; links may still lead to the file. */
const textOf = (path: string): string =>
  binary.test(path) ? '' : readFileSync(join(root, path), 'utf8');

function isFile(path: string): boolean {
  const full = join(root, path);
  return existsSync(full) && lstatSync(full).isFile();
}

/** The line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export function isCode(path: string): boolean {
  return /\.m?[jt]sx?$/.test(path);
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /(?:^|\/)test\//.test(path) || path.startsWith('e2e/');
}
