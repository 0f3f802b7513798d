/** `muster company export`: a company as files. */
import { writeFolder } from '../packages/write-folder.ts';
import { companyOf } from '../profile/company.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { note, showAnswer } from '../terminal/answer.ts';

const REASONS = {
  secret_in_text: 'what looks like a secret is left out',
  parts_of_template: 'children and labels of the routine are left out',
} as const;

export async function run({ args: [folder = ''], globals }: Given): Promise<void> {
  const connection = openConnection(globals);
  const companyId = await companyOf(connection);
  const { files, leftOut } = await connection.muster.exportCompany({ companyId });
  await writeFolder(folder, files);
  for (const { path, reason } of leftOut) note(`${path}: ${REASONS[reason]}`);
  const done = { folder, files: files.length, leftOut };
  showAnswer(done, { sentence: 'Wrote {files} files into {folder}.' }, globals, new Map());
}
