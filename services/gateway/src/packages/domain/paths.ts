/** Where a file of a package belongs. Nothing is ever written under its path; it only says what the file is. */
import { isSeenWhole, PACKAGE_PATH_MAX, type PackageKind } from '@muster/contracts';

export interface Place {
  readonly kind: PackageKind;
  readonly slug: string;
  /** Of a file of a skill, within its folder. */
  readonly within?: string;
  /** Of a task in the folder of its project. */
  readonly project?: string;
}

/** Names of files and folders that stay where they are put, on every system. */
export function isUsablePath(path: string): boolean {
  if (path.length === 0 || path.length > PACKAGE_PATH_MAX || !isSeenWhole(path)) return false;
  if (/[\\:]/.test(path) || !path.isWellFormed()) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
}

const HEADS: readonly { readonly pattern: RegExp; readonly kind: PackageKind }[] = [
  { pattern: /^agents\/(?<slug>[^/]+)\/AGENTS\.md$/, kind: 'agent' },
  { pattern: /^goals\/(?<slug>[^/]+)\/GOAL\.md$/, kind: 'goal' },
  { pattern: /^projects\/(?<slug>[^/]+)\/PROJECT\.md$/, kind: 'project' },
  { pattern: /^tasks\/(?<slug>[^/]+)\/TASK\.md$/, kind: 'task' },
  { pattern: /^projects\/(?<project>[^/]+)\/tasks\/(?<slug>[^/]+)\/TASK\.md$/, kind: 'task' },
  { pattern: /^teams\/(?<slug>[^/]+)\/TEAM\.md$/, kind: 'team' },
  { pattern: /^skills\/(?<slug>[^/]+)\/(?<within>.+)$/, kind: 'skill' },
];

export function placeOf(path: string): Place {
  if (path === 'COMPANY.md') return { kind: 'company', slug: 'company' };
  for (const { pattern, kind } of HEADS) {
    const groups = pattern.exec(path)?.groups;
    if (!groups) continue;
    const { slug = '', within, project } = groups;
    return {
      kind,
      slug,
      ...(within === undefined ? {} : { within }),
      ...(project === undefined ? {} : { project }),
    };
  }
  return { kind: 'other', slug: '' };
}
