/** Writes the files of a package into a folder, and nowhere else, whatever their paths say. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Ended } from '../exit-code.ts';

interface PackageFile {
  readonly path: string;
  readonly text: string;
}

/** The folder is new or empty, so that nothing of another package stays in it. */
export async function writeFolder(folder: string, files: readonly PackageFile[]): Promise<void> {
  const root = resolve(folder);
  const outside = files.find(({ path }) => !join(root, path).startsWith(`${root}${sep}`));
  if (outside) throw new Ended('failed', `The path ${outside.path} leads out of the folder`);
  await mkdir(root, { recursive: true });
  const [found] = await readdir(root);
  if (found !== undefined) {
    throw new Ended('usage', `${folder} is not empty`, 'name a folder that is new or empty');
  }
  for (const { path, text } of files) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, { flag: 'wx' });
  }
}
