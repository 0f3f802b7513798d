import {
  commonRefusals,
  refusals,
  refusalsOfPause,
  runErrors,
  waitsWhilePaused,
  type RefusalCode,
} from '@muster/contracts';
import { code, codes, page, table } from './markdown.ts';
import type { Sources } from './sources.ts';

interface Row {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly hint?: string;
  readonly retryable?: boolean;
}

/** The catalogue of refusals, by status, with the operations that declare each. */
export function renderErrors({ contracts, composed }: Sources): string {
  const operations = [...contracts.map((contract) => contract.operations), composed].flatMap(
    (all) => Object.entries(all),
  );
  const declaredBy = (refusal: string): string => {
    if (isCommon(refusal)) return 'any operation';
    const isOfPause = refusalsOfPause.some((own) => own === refusal);
    const declaring = operations.filter(
      ([, op]) => op.refusals.some((own) => own === refusal) || (isOfPause && waitsWhilePaused(op)),
    );
    return codes(declaring.map(([key]) => key));
  };
  const rows = Object.entries(refusals).map(([name, spec]): Row => ({ code: name, ...spec }));
  const sections = [...Map.groupBy(rows, ({ status }) => status)]
    .toSorted(([a], [b]) => a - b)
    .map(([status, group]) => {
      const lines = group.map((row) => [
        code(row.code),
        row.title,
        row.hint ?? '',
        row.retryable ? 'yes' : '',
        declaredBy(row.code),
      ]);
      const head = ['code', 'title', 'hint', 'retry', 'declared by'];
      return `## ${status}\n\n${table(head, lines)}`;
    });
  return page('# Refusals', intro, ...sections, ofRuns());
}

function ofRuns(): string {
  const lines = Object.entries<{ meaning: string; hint?: string }>(runErrors).map(
    ([name, { meaning, hint }]) => [code(name), meaning, hint ?? ''],
  );
  return `## Error codes of runs\n\n${introOfRuns}\n\n${table(['code', 'meaning', 'hint'], lines)}`;
}

const intro = `Every answer that is not a success has the body
\`{"error", "code", "details"?, "hint"?, "retryable", "requestId", "traceId"}\`. Branch on \`code\`:
it is stable. \`error\` is the title below and \`hint\` the next step, for people and agents to
read. A request whose refusal is marked *retry* may succeed later unchanged; after any other
refusal, change the request first. A request with an \`Idempotency-Key\` keeps such a refusal for 48
hours, and a repetition gets it again, with \`Idempotent-Replayed: true\`: send the changed one with
a new key.`;

const introOfRuns = `A run that was accepted can still fail. Its \`errorCode\` is one of these, and its \`error\` says
more about the one case: \`GET /api/heartbeat-runs/:runId\`.`;

const isCommon = (refusal: string): boolean =>
  commonRefusals.some((common: RefusalCode) => common === refusal);
