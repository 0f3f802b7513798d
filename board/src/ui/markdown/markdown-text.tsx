/** Text of agents and people: elements by React, never HTML strings. */
import type { ReactElement, ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { nestHeadings } from '../../domain/headings.ts';
import { hostOf, isParsed, safeAddress } from '../../domain/markdown.ts';
import { limitTables } from '../../domain/tables.ts';
import { visible } from '../../domain/visible.ts';
import css from './markdown-text.module.css';

export function MarkdownText({ text }: { readonly text: string }): ReactElement {
  if (!isParsed(text)) {
    // The box inherits the direction of its text: in another one, each mark would be a run of its own, and a browser
    // takes the square of their number. With `auto` itself, it would take as long to judge each line.
    return (
      <div dir="auto">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys */}
        <pre className={css.plain} tabIndex={0} role="group" aria-label="Plain text">
          {visible(text)}
        </pre>
      </div>
    );
  }
  return (
    <div className={css.text} dir="auto">
      <Markdown
        remarkPlugins={[remarkGfm, limitTables]}
        rehypePlugins={[rehypeSanitize, nestHeadings]}
        urlTransform={(address) => safeAddress(address) ?? ''}
        components={components}
        skipHtml
      >
        {visible(text)}
      </Markdown>
    </div>
  );
}

/** Pictures are links: a picture that loads tells its host who reads. */
const components: Components = {
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => (
    <OutsideLink href={typeof src === 'string' ? src : undefined}>
      {alt === undefined || alt === '' ? 'picture' : alt}
    </OutsideLink>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
    <div className={css.table} tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keys
    <pre tabIndex={0} role="group" aria-label="Code">
      {children}
    </pre>
  ),
  input: ({ checked }) => <span aria-hidden="true">{checked === true ? '☑ ' : '☐ '}</span>,
};

function OutsideLink({
  href,
  children,
}: {
  readonly href: string | undefined;
  readonly children: ReactNode;
}): ReactElement {
  if (href === undefined || href === '') return <span>{children}</span>;
  const host = hostOf(href);
  // Words that are another address tell another host.
  const saysHost = typeof children === 'string' && (children === host || hostOf(children) === host);
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      {host !== undefined && !saysHost && <span className={css.host}> ({host})</span>}
    </a>
  );
}
