/** Settings of a company, a section a page. */
import { useParams } from '@tanstack/react-router';
import type { ComponentType, ReactElement } from 'react';
import { useCompany } from '../../cache/company.ts';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { NotFound } from '../frame/not-found.tsx';
import { PackageSection } from '../packages/package-section.tsx';
import { CompanySection } from './company-section.tsx';
import { JoinersSection } from './joiners-section.tsx';
import { LabelsSection } from './labels-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { SecretsSection } from './secrets-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const sections: readonly (readonly [id: string, word: string, Section: ComponentType])[] = [
  ['company', 'Company', CompanySection],
  ['people', 'People', PeopleSection],
  ['joiners', 'Joining agents', JoinersSection],
  ['labels', 'Labels', LabelsSection],
  ['secrets', 'Secrets', SecretsSection],
  ['webhooks', 'Webhooks', WebhooksSection],
  ['package', 'Package', PackageSection],
];

export function SettingsPage(): ReactElement {
  const { section: id = 'company' } = useParams({ strict: false });
  const found = sections.find(([each]) => each === id);
  if (!found) return <NotFound />;
  const [, word, Section] = found;
  return (
    <Page title={`Settings: ${word}`} heading="Settings">
      <SettingsTabs current={id} />
      <Section />
    </Page>
  );
}

export function SettingsTabs({ current }: { readonly current: string }): ReactElement {
  const { issuePrefix } = useCompany();
  return (
    <Tabs
      label="Sections of the settings"
      current={current}
      tabs={sections.map(([id, word]) => ({
        id,
        word,
        address: {
          to: '/$prefix/settings/$section',
          params: { prefix: issuePrefix, section: id },
        },
      }))}
    />
  );
}
