/**
 * `virtual:guides`: the guides of the docs as pages of the board. Their titles come with the list, each text with the
 * page that shows it. A link to another guide leads to its page; one to any other file of the repository is its words.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:guides';
const docs = join(import.meta.dirname, '../../docs');
/** Pages of the docs that are guides, beside those of their folder. */
const others = ['mcp.md', 'skills.md', 'costs.md'];

export const guideFiles: readonly string[] = [
  ...readdirSync(join(docs, 'guide'))
    .filter((file) => file !== 'README.md')
    .map((file) => `guide/${file}`),
  ...others,
];

const slugOf = (file: string): string => basename(file, '.md');

export function guideOf(file: string): { readonly title: string; readonly text: string } {
  const whole = readFileSync(join(docs, file), 'utf8');
  const [, title = slugOf(file), text = whole] = /^# (.+)\n+([^]*)$/.exec(whole) ?? [];
  const linked = text.replaceAll(
    /\[([^\][]*)\]\((?!https?:)([^()\s#]*)(?:#[^()\s]*)?\)/g,
    (_, words: string, address: string) => {
      const target = posix.join(posix.dirname(file), address);
      return guideFiles.includes(target) ? `[${words}](/guides/${slugOf(target)})` : words;
    },
  );
  return { title, text: linked };
}

function moduleOf(id: string): string | undefined {
  if (id === NAME) {
    const guides = guideFiles.map((file) => ({ slug: slugOf(file), title: guideOf(file).title }));
    const texts = guides.map(({ slug }) => `'${slug}': () => import('${NAME}/${slug}')`);
    return `export const guides = ${JSON.stringify(guides)};\nexport const texts = {${texts.join()}};`;
  }
  const file = guideFiles.find((each) => id === `${NAME}/${slugOf(each)}`);
  return file && `export const text = ${JSON.stringify(guideOf(file).text)};`;
}

export function guidesPlugin(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (moduleOf(id) === undefined ? undefined : `\0${id}`),
    load: (id) => (id.startsWith(`\0${NAME}`) ? moduleOf(id.slice(1)) : undefined),
  };
}
