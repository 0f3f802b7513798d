/** Rows of a preview, and the next step for each code. */
import type { PackageCode, PackageRow } from '@muster/contracts';

export const hints: Readonly<Record<PackageCode, string>> = {
  settings_stay: 'a company keeps its name and settings; a new one takes them from this file',
  exists: 'the company has it already; rename one of them to have both',
  not_kept: 'nothing to do: an import has no place for it',
  path_unusable: 'use relative paths of visible characters, without .., \\ and empty names',
  path_taken: 'give one path to one file; letters of both cases count as equal',
  link: 'put the file in place of the link',
  binary: 'leave it out: a package has texts in UTF-8',
  too_large: 'make it shorter',
  text_unusable: 'leave out control characters and lone surrogates',
  head_missing: 'begin with a head: YAML between two lines of ---',
  head_unusable: 'write the head as YAML of at most 16 KB, without aliases, tags and repeated keys',
  field_unusable: 'correct the field that leftOut names',
  key_not_imported: 'set it by hand after the import: no package names what runs, or grants rights',
  secret_in_text: 'take the secret out, and store it in the company afterwards',
  slug_unusable: 'name the folder with letters, digits, dots, underscores and dashes',
  name_taken: 'give the agent a name that no other one of the package has',
  reference_unknown: 'name a slug of the package that leftOut lacks',
  reference_refused: 'first correct what it names in leftOut',
  reference_in_circle: 'let somebody be at the top',
  skill_unusable:
    'a skill has a description of at most 1,024 characters, and 64 files of 64 KB with 128 KB at most',
  too_many: 'leave some out: the company would have more than it may',
};

type Made = Pick<PackageRow, 'path' | 'kind' | 'slug'> & Partial<PackageRow>;

export const createRow = (row: Made): PackageRow => ({
  name: null,
  code: null,
  hint: null,
  leftOut: [],
  action: 'create',
  ...row,
});

export const skipRow = (code: PackageCode, row: Made): PackageRow => ({
  ...createRow(row),
  action: 'skip',
  code,
  hint: hints[code],
});

export const refuseRow = (code: PackageCode, row: Made): PackageRow => ({
  ...createRow(row),
  action: 'refuse',
  code,
  hint: hints[code],
});
