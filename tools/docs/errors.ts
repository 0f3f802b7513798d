import {
  commonRefusals,
  mayMeetQuota,
  refusalOfQuota,
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
  readonly liftedByOthers?: boolean;
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
      ([, op]) =>
        op.refusals.some((own) => own === refusal) ||
        (isOfPause && waitsWhilePaused(op)) ||
        (refusal === refusalOfQuota && mayMeetQuota(op)),
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
        retryOf(row),
        declaredBy(row.code),
      ]);
      const head = ['code', 'title', 'hint', 'retry', 'declared by'];
      return `## ${status}\n\n${table(head, lines)}`;
    });
  return page('# Refusals', intro, ...sections, ofRuns());
}

const retryOf = ({ retryable, liftedByOthers }: Row): string => {
  if (retryable) return 'yes';
  return liftedByOthers ? 'when lifted' : '';
};

function ofRuns(): string {
  const lines = Object.entries<{ meaning: string; hint?: string }>(runErrors).map(
    ([name, { meaning, hint }]) => [code(name), meaning, hint ?? ''],
  );
  return `## Error codes of runs\n\n${introOfRuns}\n\n${table(['code', 'meaning', 'hint'], lines)}`;
}

const intro = `Every answer that is not a success has the body
\`{"error", "code", "details"?, "hint"?, "retryable", "requestId", "traceId"}\`. Branch on \`code\`:
it is stable. \`error\` is the title below and \`hint\` the next step, for people and agents to
read. A request whose refusal is marked *yes* may succeed later unchanged, and one that is marked
*when lifted* as soon as others have lifted what refuses it: their claim, a pause, a missing right.
Both are decided anew, also with the same \`Idempotency-Key\`. After any other refusal, change the
request first: with a key, a repetition gets the first refusal again for 48 hours, with
\`Idempotent-Replayed: true\`, and the changed request needs a new key.`;

const introOfRuns = `A run that was accepted can still fail. Its \`errorCode\` is one of these, and its \`error\` says
more about the one case: \`GET /api/heartbeat-runs/:runId\`.`;

const isCommon = (refusal: string): boolean =>
  commonRefusals.some((common: RefusalCode) => common === refusal);
