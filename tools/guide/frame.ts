/** What stands around the text of each page of the guide: the search, the chapters, the way to the next one. */
interface Chapter {
  readonly slug: string;
  readonly title: string;
}

interface Page {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  readonly chapters: readonly Chapter[];
  /** Undefined on the page of the contents. */
  readonly current: Chapter | undefined;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const guidePage = ({ title, body, chapters, current }: Page): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escaped(title)} · Muster</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/guide/style.css">
    <script type="module" src="/docs/guide/search.js"></script>
  </head>
  <body>
    <header>
      <a class="home" href="/docs">Muster guide</a>
      <search>
        <form>
          <input id="query" type="search" placeholder="Search" aria-label="Search the guide" autocomplete="off">
        </form>
        <p id="count" role="status"></p>
        <ol id="found"></ol>
      </search>
      <a href="/docs/api">API reference</a>
    </header>
    <nav aria-label="Chapters">
      <ul>
${chapters.map((chapter) => `        ${lineOf(chapter, current)}`).join('\n')}
      </ul>
    </nav>
    <main>
${body}${nextOf(chapters, current)}    </main>
  </body>
</html>
`;

const lineOf = ({ slug, title }: Chapter, current: Chapter | undefined): string => {
  const mark = slug === current?.slug ? ' aria-current="page"' : '';
  return `<li><a href="/docs/guide/${slug}"${mark}>${escaped(title)}</a></li>`;
};

function nextOf(chapters: readonly Chapter[], current: Chapter | undefined): string {
  const next = chapters[current ? chapters.findIndex(({ slug }) => slug === current.slug) + 1 : 0];
  if (!next) return '';
  return `<p class="next">Next: <a href="/docs/guide/${next.slug}">${escaped(next.title)}</a></p>\n`;
}
