/** What Helm itself makes of the chart, where it is installed. */
import { execFileSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import { onPath } from './on-path.ts';
import type { Document } from '../schemas.ts';
import { chart } from '../helm/chart.ts';

export const helm = onPath('helm');

/** Refused where the chart has faults, or the values do. */
export function templateByHelm(values: object, namespace: string): Document[] {
  if (!helm) throw new Error('Helm is not installed');
  const ask = (...args: readonly string[]): string =>
    execFileSync(helm ?? '', [...args, chart, '--namespace', namespace, '--values', '-'], {
      encoding: 'utf8',
      input: JSON.stringify(values),
    });
  ask('lint', '--strict');
  return parseAllDocuments(ask('template', 'muster')).flatMap((document) =>
    document.contents === null ? [] : [document.toJS() as Document],
  );
}
