/** Long texts in stretches whose words are read at once, each as long as a comment. */
const STRETCH_MAX = 60_000;

/** At ends of lines where there are some, else at spaces; no word is lost, and few are divided. */
export function stretchesOf(text: string): string[] {
  const stretches: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = Math.min(text.length, from + STRETCH_MAX);
    const to = end === text.length ? end : breakBefore(text, from, end);
    stretches.push(text.slice(from, to));
    from = to;
  }
  return stretches;
}

function breakBefore(text: string, from: number, end: number): number {
  const half = from + STRETCH_MAX / 2;
  for (const sign of ['\n', ' ']) {
    const at = text.lastIndexOf(sign, end - 1);
    if (at >= half) return at + 1;
  }
  return end;
}
