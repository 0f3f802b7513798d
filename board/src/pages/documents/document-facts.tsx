import type { Document } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useCompany, useNames } from '../../cache/company.ts';
import { sizeOf } from '../../domain/documents/document-sizes.ts';
import { Ago } from '../../ui/ago.tsx';
import { Text } from '../../ui/text.tsx';
import { Tombstone } from '../redaction/redact.tsx';
import css from './documents.module.css';

/** Which version, how long, by whom and when. */
export function Facts({
  of: { version, bytes, authorAgentId, authorUserId, authorName, updatedAt, note, redacted },
}: {
  readonly of: Omit<Document, 'key' | 'title'>;
}): ReactElement {
  const { id, timeZone } = useCompany();
  const by = useNames(id).of(authorAgentId, authorUserId) ?? authorName;
  return (
    <span className={`dim ${css.facts}`}>
      <span>version {version}</span>
      <span>{sizeOf(bytes)}</span>
      <span>
        by <Text of={by} />
      </span>
      <Ago time={updatedAt} zone={timeZone} />
      {note !== null && <Text of={note} />}
      {redacted && <Tombstone what="The text was" redacted={redacted} />}
    </span>
  );
}
