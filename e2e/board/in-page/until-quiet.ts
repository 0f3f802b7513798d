/** What an answer brings may ask for more: one frame shows it, and the next one asks. */
const FRAMES = 4;

/** Waits until the page has read all that it asked for; answers after the patience is over with what it waits for. */
export async function untilQuiet({ patienceMs }: { patienceMs: number }): Promise<string> {
  const page: typeof globalThis & { unread?: number } = globalThis;
  const end = performance.now() + patienceMs;
  for (let frames = 0; frames < FRAMES; frames += 1) {
    await new Promise((done) => requestAnimationFrame(done));
    if (page.unread !== 0) frames = -1;
    if (performance.now() > end) return `${page.unread} answers`;
  }
  return '';
}
