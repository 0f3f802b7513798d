/** Tabs of one browser share a session: each tells the others when it has begun one or ended it. */
export type SessionNews = 'began' | 'ended';

const CHANNEL = 'muster.session';

export function tellSessionNews(news: SessionNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** Hears other tabs until the returned function is called. */
export function hearSessionNews(hear: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => hear(data));
  return () => channel.close();
}
