/** Company packages: written into an archive, read from one or from a folder, previewed and imported. */
import type { SentFile } from '@muster/contracts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import type { Output } from '../../api/operations.ts';
import { useReadAgain } from '../write.ts';
import { unusable } from './chosen-files.ts';

/** While it runs, each thing that it makes is an event, which has it read again. */
export const packageImportQuery = (companyId: string, packageImportId: string) =>
  queryOptions({
    queryKey: ['package_imports', companyId, packageImportId],
    queryFn: ({ signal }) => call('getPackageImport', { companyId, packageImportId }, { signal }),
    enabled: ({ state }) => state.data?.status !== 'done',
  });

export interface Exported {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly incomplete: readonly string[];
}

/** Writes the files of the company into an archive, which the browser saves. */
export const useExport = (companyId: string, companyName: string) =>
  useMutation({
    mutationFn: async (): Promise<Exported> => {
      const { files, leftOut } = await call('exportCompany', { companyId });
      const { strToU8, zipSync } = await import('fflate');
      const bytes = zipSync(
        Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])),
        {
          // The first one that archives can tell, so that equal companies make equal archives.
          mtime: new Date(1980, 0, 1),
        },
      );
      const name = `${slugOf(companyName)}.zip`;
      save(name, new Blob([bytes], { type: 'application/zip' }));
      const incomplete = leftOut.map(({ path }) => path);
      return { name, files: files.length, bytes: bytes.length, incomplete };
    },
  });

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'company';

function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS);
}

/** Some browsers begin to read what they save only after a while. */
const SAVED_MS = 60_000;

/** Reads what was chosen, and asks what an import of it would make. */
export const usePreview = (companyId: string | undefined) =>
  useMutation({
    mutationFn: async (read: () => Promise<readonly SentFile[]>) => {
      const files = [...(await read())];
      if (files.length === 0) throw unusable('There are no files.', 'choose a folder with files');
      const into = companyId === undefined ? {} : { companyId };
      return { files, ...(await call('previewCompanyPackage', { files, ...into })) };
    },
  });

export type Preview = Output<'previewCompanyPackage'> & { readonly files: SentFile[] };
type Company = Pick<Output<'createCompany'>, 'id' | 'issuePrefix'>;

/** Begins what the preview has shown, in a company or in a new one, which is made once however often it is tried. */
export function useImport(
  into: Company | undefined,
  onBegun: (company: Company, packageImportId: string) => unknown,
) {
  const readAgain = useReadAgain();
  const target = useRef(into);
  const key = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: async ({ files, planHash, company }: Preview) => {
      target.current ??= await call('createCompany', company ?? { name: 'New company' }, {
        key: key.current,
      });
      const companyId = target.current.id;
      const { id } = await call(
        'importCompanyPackage',
        { companyId, files, planHash },
        // The same plan again is the same import.
        { key: `${key.current}-${planHash.slice(0, 16)}` },
      );
      return { company: target.current, id };
    },
    onSuccess: async ({ company, id }) => {
      await readAgain('createCompany');
      await onBegun(company, id);
    },
  });
}
