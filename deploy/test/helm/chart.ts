/** The chart as Helm installs it: values over defaults, checked by the schema, and the templates. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import type { Document } from '../schemas.ts';
import { renderTemplates } from './render.ts';

export const chart = join(import.meta.dirname, '../../helm/muster');
const read = (path: string): string => readFileSync(join(chart, path), 'utf8');

type Values = Readonly<Record<string, unknown>>;
/** Helm reads YAML 1.1, in which an unquoted `off` is a boolean. */
const YAML = { version: '1.1' } as const;
const defaults = (): Values => parse(read('values.yaml'), YAML) as Values;
const validate = new Ajv({ allErrors: true, strict: false }).compile(
  JSON.parse(read('values.schema.json')) as object,
);

/** What the schema has against the values, each with its path. */
export function faultsOfValues(given: Values): string[] {
  validate(merged(defaults(), given));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** What `helm install` applies, and the text that it prints. */
export function helmTemplate(
  given: Values,
  release: { readonly namespace: string; readonly revision?: number },
): { readonly documents: Document[]; readonly notes: string } {
  const values = merged(defaults(), given);
  const faults = faultsOfValues(given);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const { appVersion } = parse(read('Chart.yaml')) as { appVersion: string };
  const files = readdirSync(join(chart, 'templates'));
  const rendered = renderTemplates(
    Object.fromEntries(files.map((file) => [file, read(`templates/${file}`)])),
    {
      Values: values,
      Release: { Namespace: release.namespace, Revision: release.revision ?? 1, Name: 'muster' },
      Chart: { AppVersion: appVersion },
    },
  );
  const documents = files
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) =>
      parseAllDocuments(rendered[file] ?? '', YAML).flatMap((document) => {
        const [error] = document.errors;
        if (error) throw new Error(`${file}: ${error.message}`);
        return document.contents === null ? [] : [document.toJS() as Document];
      }),
    );
  return { documents, notes: rendered['NOTES.txt'] ?? '' };
}

/** Maps are merged, everything else is replaced, and `null` removes a default. */
function merged(presets: Values, given: Values): Values {
  const both = Object.entries(given).map(([key, value]) => {
    const present = presets[key];
    return [key, isMap(present) && isMap(value) ? merged(present, value) : value] as const;
  });
  return Object.fromEntries(
    Object.entries({ ...presets, ...Object.fromEntries(both) }).filter(([, each]) => each !== null),
  );
}

const isMap = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
