/** The folder that an agent asks for in a hire, and where the board has allowed agents to work. */
import type { NewAgent } from '../hire.ts';

/** Without `..` and doubled slashes. A relative path stays as it is: it lies in no allowed folder. */
function plain(folder: string): string {
  if (!folder.startsWith('/')) return folder;
  const inside: string[] = [];
  for (const segment of folder.split('/')) {
    if (segment === '..') inside.pop();
    else if (segment !== '' && segment !== '.') inside.push(segment);
  }
  return `/${inside.join('/')}`;
}

const isWithin = (folder: string, allowed: string): boolean =>
  folder === allowed || (allowed.startsWith('/') && folder.startsWith(withSlash(allowed)));

const withSlash = (folder: string): string => (folder.endsWith('/') ? folder : `${folder}/`);

/** The `cwd` of a hire, as it was written; nothing where it has none. */
export const folderOf = ({
  adapterConfig,
}: Pick<NewAgent, 'adapterConfig'>): string | undefined => {
  const { cwd } = adapterConfig;
  return typeof cwd === 'string' && cwd !== '' ? cwd : undefined;
};

/** Whether the folder is one of those that are allowed, or lies in one. */
export const isAllowedFolder = (folder: string, allowed: readonly string[]): boolean =>
  allowed.some((each) => isWithin(plain(folder), plain(each)));
