/** What a foreign page tries against an installation, each with what came of it. */
export async function attack({
  board,
  companyId,
}: {
  board: string;
  companyId: string;
}): Promise<Record<string, string>> {
  const read = async (path: string, options: RequestInit): Promise<string> => {
    try {
      const answer = await fetch(board + path, { credentials: 'include', ...options });
      return `${answer.type} ${answer.status} ${(await answer.text()).slice(0, 80)}`;
    } catch {
      return 'nothing';
    }
  };
  const stream = (): Promise<string> =>
    new Promise((done) => {
      const url = `${board}/api/companies/${companyId}/events`;
      const source = new EventSource(url, { withCredentials: true });
      source.addEventListener('open', () => done('a stream'));
      source.addEventListener('error', () => {
        source.close();
        done('nothing');
      });
    });
  const frame = (): Promise<string> =>
    new Promise((done) => {
      const element = document.createElement('iframe');
      element.addEventListener('load', () => {
        // What is refused shows a document of the browser, which is foreign as well.
        done(element.contentDocument === null ? 'foreign' : 'a frame');
      });
      element.src = `${board}/`;
      document.body.append(element);
    });
  const json = { method: 'POST', body: '{"name":"Taken"}' };
  return {
    session: await read('/api/session', {}),
    sessionWithoutCors: await read('/api/session', { mode: 'no-cors' }),
    company: await read('/api/companies', json),
    companyWithoutCors: await read('/api/companies', { mode: 'no-cors', ...json }),
    token: await read('/api/board-tokens', { mode: 'no-cors', ...json }),
    stream: await stream(),
    frame: await frame(),
    cookies: document.cookie === '' ? 'nothing' : document.cookie,
    opener: opener === null ? 'nothing' : 'a window',
    referrer: document.referrer === '' ? 'nothing' : document.referrer,
    storage: localStorage.length === 0 ? 'nothing' : JSON.stringify(localStorage),
  };
}
