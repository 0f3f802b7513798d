/** The company as a package: exported, and added to from one. */
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { useExport } from '../../cache/packages/package-queries.ts';
import { counted } from '../../domain/count.ts';
import { sizeOf } from '../../domain/packages/rows.ts';
import { Button } from '../../ui/controls.tsx';
import { Section } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { ImportPackage } from './import-package.tsx';
import css from './packages.module.css';
import { Receipt } from './receipt.tsx';

export function PackageSection(): ReactElement {
  const company = useCompany();
  const { isOwner } = useRights(company.id);
  const { import: shown } = useSearch({ from: '/frame/$prefix/settings/$section' });
  if (!isOwner) return <p className={css.lead}>Owners export and import company packages.</p>;
  if (shown !== undefined) return <Receipt packageImportId={shown} />;
  return (
    <>
      <Section title="Export">
        <Export />
      </Section>
      <Section title="Import">
        <ImportPackage key={company.id} company={company} />
      </Section>
    </>
  );
}

function Export(): ReactElement {
  const { id, name } = useCompany();
  const written = useExport(id, name);
  const { data } = written;
  return (
    <div className={css.narrow}>
      <p className={css.lead}>
        A zip archive with agents, skills, goals, projects and routines, without secrets, commands,
        permissions and issues.
      </p>
      <Button disabled={written.isPending} onClick={() => written.mutate()}>
        {written.isPending ? 'Reading the company' : 'Export the company'}
      </Button>
      <p role="status">
        {data && `${data.name}: ${counted(data.files, 'file')}, ${sizeOf(data.bytes)}.`}
      </p>
      {data && data.incomplete.length > 0 && (
        <>
          <p>Secrets in texts, and labels and children of routines, are not exported:</p>
          <ul aria-label="Incomplete files">
            {data.incomplete.map((path) => (
              <li key={path} className="mono">
                <Text of={path} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ProblemNote error={written.error} />
    </div>
  );
}
