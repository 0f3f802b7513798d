import { lazy, Suspense, type ReactElement } from 'react';
import { visible } from '../../domain/visible.ts';

/** Its parser is as large as a page, so it comes with the first text. */
const MarkdownText = lazy(async () => ({
  default: (await import('./markdown-text.tsx')).MarkdownText,
}));

export const Prose = ({ text }: { readonly text: string }): ReactElement => (
  <Suspense
    fallback={
      <p className="text" data-waiting="">
        {visible(text).slice(0, 400)}
      </p>
    }
  >
    <MarkdownText text={text} />
  </Suspense>
);
