/** The files of a company, for people to share: what is in them was read as the owner who asks. */
import { PACKAGE_FILES_MAX, PACKAGE_MAX_BYTES, type PackageFile } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import type { ComposedCall } from '../upstream/composed-call.ts';
import type { WrittenPackage } from './domain/write-package.ts';
import { readCompany } from './read-company.ts';
import { tooLarge } from './read-pages.ts';

export const exportCompany =
  (rpc: Rpc): ComposedCall =>
  async ({ companyId }, call) => {
    const { content, cutTasks } = await readCompany(rpc, call, String(companyId));
    // It brings the YAML library along, which no other request needs.
    const { writePackage } = await import('./domain/write-package.ts');
    const { files, leftOut } = writePackage(content);
    requireWithinLimits(files);
    const cut: WrittenPackage['leftOut'] = cutTasks
      .toSorted()
      .map((slug) => ({ path: `tasks/${slug}/TASK.md`, reason: 'parts_of_template' }));
    return { body: JSON.stringify({ files, leftOut: [...leftOut, ...cut] }) };
  };

function requireWithinLimits(files: readonly PackageFile[]): void {
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (files.length > PACKAGE_FILES_MAX || bytes > PACKAGE_MAX_BYTES) {
    throw tooLarge({ files: files.length, bytes });
  }
}
