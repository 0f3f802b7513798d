import { commonRefusals, refusals, type RefusalCode } from '@muster/contracts';
import { code, codes, page, table } from './markdown.ts';
import type { Material } from './material.ts';

type Row = {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly hint?: string;
  readonly retryable?: boolean;
};

/** The catalogue of refusals, by status, with the operations that name each. */
export function renderErrors({ contracts, composed }: Material): string {
  const operations = [...contracts.map((contract) => contract.operations), composed].flatMap(
    (all) => Object.entries(all),
  );
  const namedBy = (refusal: string): string => {
    if (isCommon(refusal)) return 'any operation';
    const naming = operations.filter(([, op]) => op.refusals.some((named) => named === refusal));
    return codes(naming.map(([key]) => key));
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
        namedBy(row.code),
      ]);
      const head = ['code', 'what it says', 'hint', 'retry', 'refused by'];
      return `## ${status}\n\n${table(head, lines)}`;
    });
  return page('# Refusals', intro, ...sections);
}

const intro = `Every answer that is not a success has the body
\`{"error", "code", "details"?, "hint"?, "retryable", "requestId"}\`. Branch on \`code\`: it is
stable. \`error\` and \`hint\` are for people and agents to read. A refusal marked *retry* may
succeed later without being changed; all others need another request.`;

const isCommon = (refusal: string): boolean =>
  commonRefusals.some((common: RefusalCode) => common === refusal);
