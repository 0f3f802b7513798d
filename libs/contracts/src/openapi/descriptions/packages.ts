/** Fields of company packages and their imports. */
import type { Descriptions } from './description-table.ts';

export const packageFields: Descriptions = {
  packageImportId: 'The import.',
  planHash: 'The hash of the plan that the preview has shown.',
  files: 'The files.',
  rows: 'Each thing with what becomes of it.',
  'counts.waiting': 'Rows that are still to be made.',
  'counts.partial': 'Rows of which a part was refused.',
  'counts.refused': 'Rows that were refused.',
  'counts.create': 'Rows that are made.',
  'counts.skip': 'Rows that are there already, or have no place.',
  'counts.refuse': 'Rows that are refused.',
  'PackageRow.path': 'The file, relative to the folder of the package.',
  'PackageRow.slug': 'The name of its folder, by which other files name it.',
  'PackageRow.name': 'What it is called; null where nothing could be read.',
  'PackageImportRow.slug': 'The name of its folder in the package.',
  thingId: 'What was made; null where nothing was.',
};
