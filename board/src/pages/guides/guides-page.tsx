/** How things are done: the guides of the docs, and the reference of the API. */
import type { ReactElement } from 'react';
import { guides } from 'virtual:guides';
import { Ledger, Row, useRowKeys } from '../../ui/ledger.tsx';
import { Page } from '../../ui/page.tsx';

export function GuidesPage(): ReactElement {
  useRowKeys();
  return (
    <Page
      title="Guides"
      actions={
        // No page of the router: the gateway serves it.
        <a href="/docs">API reference</a>
      }
    >
      <Ledger label="Guides">
        {guides.map(({ slug, title }) => (
          <Row key={slug} to={`/guides/${slug}`} margin="">
            {title}
          </Row>
        ))}
      </Ledger>
    </Page>
  );
}
