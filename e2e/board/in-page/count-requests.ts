/** Counts what the page has asked for and not read yet, but for streams, which have no end. */
export function countRequests(): void {
  const page: typeof globalThis & { unread?: number } = globalThis;
  const ask = page.fetch.bind(page);
  let unread = 0;
  const count = (step: number): void => void (page.unread = unread += step);
  const readAll = async (answer: Promise<Response>): Promise<void> => {
    count(1);
    try {
      await (await answer).clone().arrayBuffer();
    } catch {
      // The page has given it up.
    }
    count(-1);
  };
  count(0);
  page.fetch = (...request) => {
    const answer = ask(...request);
    const [to] = request;
    const url = to instanceof Request ? to.url : String(to);
    if (!/\/events(?:\?|$)/.test(url)) void readAll(answer);
    return answer;
  };
}
