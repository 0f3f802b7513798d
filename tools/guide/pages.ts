/**
 * The guide as static pages of the gateway, with the index of their search. The order is that of `docs/guide/README.md`; a
 * link to a page of the guide leads to it, one to any other file of the repository is its words.
 */
import { readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { Marked, type Token, type Tokens } from 'marked';
import MiniSearch, { type Options } from 'minisearch';
import { guidePage } from './frame.ts';

const docs = join(import.meta.dirname, '../../docs');
const CONTENTS = 'guide/README.md';
/** Shown with what is found. */
const EXCERPT_CHARACTERS = 160;

/** Those of a page that reads the index are the same. */
const searchOptions: Options = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'excerpt'],
  searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { heading: 3, page: 2 } },
};

export interface Chapter {
  /** From the folder of the documents. */
  readonly file: string;
  readonly slug: string;
  readonly title: string;
}

const read = (file: string): string => readFileSync(join(docs, file), 'utf8');
const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/** The pages in their order, without the contents. */
export const chapters: readonly Chapter[] = [
  ...read(CONTENTS).matchAll(/\]\(([\w./-]+\.md)\)/g),
].map(([, link = '']) => {
  const file = posix.join(posix.dirname(CONTENTS), link);
  return { file, slug: basename(file, '.md'), title: titleOf(read(file)) };
});

/** As readers of the repository know it: lower case, without signs, dashes for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function addressOf(from: string, link: string): string | undefined {
  if (/^https?:/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : posix.join(posix.dirname(from), path);
  const chapter = chapters.find((each) => each.file === file);
  if (!chapter) return file === CONTENTS ? '/docs' : undefined;
  return `/docs/guide/${chapter.slug}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** A parser of one page, whose links are those of its file. */
function parserOf(file: string): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text)}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(file, href);
        return address === undefined ? words : `<a href="${address}">${words}</a>`;
      },
      // A page runs and shows nothing but what Markdown says.
      html: () => '',
    },
  });
}

export function renderChapter(chapter: Chapter): string {
  const { file, title } = chapter;
  const body = parserOf(file).parse(read(file), { async: false });
  return guidePage({ title, body, chapters, current: chapter });
}

/** The page with which the guide begins. */
export function renderContents(): string {
  const body = parserOf(CONTENTS).parse(read(CONTENTS), { async: false });
  return guidePage({ title: titleOf(read(CONTENTS)), body, chapters, current: undefined });
}

interface Section {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** What a search finds: the words below each heading. */
function sectionsOf({ file, slug, title }: Chapter): Section[] {
  const sections: Section[] = [];
  let heading = title;
  let words: string[] = [];
  const close = (): void => {
    const anchor = heading === title ? '' : `#${anchorOf(heading)}`;
    const id = `${slug}${anchor}`;
    // A heading that comes twice has one address.
    if (sections.some((section) => section.id === id)) return;
    sections.push({ id, page: title, heading, text: words.join(' ') });
  };
  for (const token of parserOf(file).lexer(read(file))) {
    if (token.type !== 'heading') {
      words.push(wordsOf(token));
      continue;
    }
    if (token['depth'] > 1) close();
    heading = String(token['text']);
    words = [];
  }
  close();
  return sections;
}

const wordsOf = ({ type, raw }: Token): string =>
  type === 'html'
    ? ''
    : raw
        .replaceAll(/\[([^\][]*)\]\([^()]*\)/g, '$1')
        .replaceAll(/^[|: -]+$/gm, ' ')
        .replaceAll(/[`*|#>]+/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim();

/** The options and the index that the page of a search loads. */
export function renderIndex(): string {
  const index = new MiniSearch(searchOptions);
  const sections = chapters.flatMap(sectionsOf).map((section) => {
    const { text } = section;
    const cut = text.lastIndexOf(' ', EXCERPT_CHARACTERS);
    const isShort = text.length <= EXCERPT_CHARACTERS;
    return { ...section, excerpt: isShort ? text : `${text.slice(0, cut)} …` };
  });
  index.addAll(sections);
  return `${JSON.stringify({ options: searchOptions, index })}\n`;
}

const folder = 'services/gateway/guide';
export const guideFiles = [
  { path: `${folder}/index.html`, render: renderContents },
  ...chapters.map((chapter) => ({
    path: `${folder}/${chapter.slug}.html`,
    render: () => renderChapter(chapter),
  })),
  { path: `${folder}/search-index.json`, render: renderIndex },
];
