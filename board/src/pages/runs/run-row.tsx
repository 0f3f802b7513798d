import type { Company, Run } from '@muster/contracts';
import type { ReactElement } from 'react';
import type { Names } from '../../cache/company.ts';
import { causeOf, isLive, runMarks } from '../../domain/marks.ts';
import { runCost } from '../../domain/money.ts';
import { wordsOfCode } from '../../domain/runs/last-run.ts';
import { lasted } from '../../domain/time.ts';
import { Ago } from '../../ui/ago.tsx';
import { Row } from '../../ui/ledger.tsx';
import { StateMark } from '../../ui/mark.tsx';
import { useNow } from '../../ui/now.ts';
import { Text } from '../../ui/text.tsx';

interface Props {
  readonly run: Run;
  readonly company: Company;
  /** Undefined in a list of one agent's runs. */
  readonly names?: Names;
}

export function RunRow({ run, company, names }: Props): ReactElement {
  return (
    <Row
      to="/$prefix/runs/$runId"
      params={{ prefix: company.issuePrefix, runId: run.id }}
      margin={<Ago time={run.createdAt} zone={company.timeZone} short />}
      side={
        <>
          <Duration run={run} />
          <span className="figure">{runCost(run.usage) ?? ''}</span>
        </>
      }
    >
      <StateMark kind="run" mark={runMarks[run.status]} word />
      {names && <Text of={names.of(run.agentId, null) ?? ''} />}
      <span className="dim">{causeOf(run)}</span>
      {run.errorCode !== null && <span className="dim">{wordsOfCode(run.errorCode)}</span>}
    </Row>
  );
}

export function Duration({ run }: { readonly run: Run }): ReactElement | null {
  const now = useNow(isLive(run.status) ? 1_000 : 60_000);
  if (run.startedAt === null) return null;
  const end = run.finishedAt === null ? now : Date.parse(run.finishedAt);
  return <span className="figure">{lasted(Math.max(0, end - Date.parse(run.startedAt)))}</span>;
}
