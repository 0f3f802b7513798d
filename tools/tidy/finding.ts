/** What a rule says about one place: a sentence that a reviewer would write. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly says: string;
}

export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .toSorted((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
    .map(({ path, line, says }) => `${path}:${line}  ${says}`)
    .join('\n');
}
