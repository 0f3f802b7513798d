/** What kustomize itself makes of a folder, where kubectl, which contains it, is installed. */
import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { onPath } from './on-path.ts';
import type { Document } from '../schemas.ts';

export const kubectl = onPath('kubectl');

export function kubectlKustomize(folder: string): Document[] {
  if (!kubectl) throw new Error('kubectl is not installed');
  const text = execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' });
  const documents = parseAllDocuments(text).map((document) => document.toJS() as Document);
  const hashed = documents.flatMap(({ kind, metadata: { name } }) =>
    kind === 'ConfigMap' && /-[a-z0-9]{10}$/.test(name) ? [name] : [],
  );
  return withoutHashes(documents, hashed);
}

/** Kustomize adds a hash to the name of a generated ConfigMap, and to each reference to it. */
function withoutHashes<T>(value: T, hashed: readonly string[]): T {
  if (typeof value === 'string') {
    return (hashed.includes(value) ? value.replace(/-[a-z0-9]{10}$/, '') : value) as T;
  }
  if (Array.isArray(value)) return value.map((each) => withoutHashes(each, hashed)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutHashes(inner, hashed)]),
  ) as T;
}
