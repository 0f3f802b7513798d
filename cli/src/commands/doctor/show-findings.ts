/** Findings for people or for programs; ends the command with 7 where one is bad. */
import { Ended } from '../../exit-code.ts';
import type { Globals } from '../../table/command.ts';
import { isForPeople, printLine, showAnswer } from '../../terminal/answer.ts';
import { inOneLine } from '../../terminal/words.ts';
import { isBad, type Finding } from './finding.ts';

const MARKS = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL', unknown: '????' } as const;

export function showFindings(findings: readonly Finding[], globals: Globals): void {
  if (!isForPeople(globals)) {
    const rows = findings.map((finding) => ({ id: finding.about, ...finding }));
    showAnswer(rows, { columns: [] }, globals, new Map());
  } else {
    for (const { level, about, message, hint } of findings) {
      printLine(`${MARKS[level]}  ${inOneLine(about)}: ${inOneLine(message)}`);
      if (hint !== null && level !== 'ok') printLine(`      → ${inOneLine(hint)}`);
    }
  }
  const bad = findings.filter(isBad).length;
  if (bad > 0) throw new Ended('bad', `${bad} of ${findings.length} findings stand in the way`);
}
