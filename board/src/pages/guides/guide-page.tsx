import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { guides, texts } from 'virtual:guides';
import { Waiting } from '../../ui/ledger.tsx';
import { Prose } from '../../ui/markdown/markdown.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { NotFound } from '../frame/not-found.tsx';
import css from './guides.module.css';

export function GuidePage(): ReactElement {
  const { guide: slug } = useParams({ from: '/frame/guides/$guide' });
  const guide = guides.find((each) => each.slug === slug);
  const text = useQuery({
    queryKey: ['guide', slug],
    queryFn: async () => (await texts[slug]?.())?.text ?? '',
    enabled: guide !== undefined,
    staleTime: Infinity,
  });
  if (!guide) return <NotFound />;
  return (
    <Page title={guide.title} above={<Link to="/guides">Guides</Link>}>
      <ProblemNote error={text.error} onRetry={() => void text.refetch()} />
      {text.isPending && <Waiting />}
      <article className={css.guide}>
        {/* Headings of a text are on the level below those of a page. */}
        <h2 className="only-read">Text</h2>
        {text.data !== undefined && <Prose text={text.data} />}
      </article>
    </Page>
  );
}
