/**
 * Requests to addresses that a tenant has chosen. They follow no redirects. The client is loaded with
 * the first one: many installations never send any.
 */
import type { Client } from './client.ts';
import type {
  Answer,
  Download,
  DownloadCall,
  EgressOptions,
  OutboundCall,
} from './outbound-call.ts';
import { targetOf } from './target.ts';

export interface Egress {
  /** Rejects only with an EgressError. */
  send(call: OutboundCall): Promise<Answer>;
  /** Rejects only with an EgressError, and so does reading what it brings. */
  download(call: DownloadCall): Promise<Download>;
  close(): Promise<void>;
}

export function openEgress(options: EgressOptions): Egress {
  let opened: Promise<Client> | undefined;
  const client = (): Promise<Client> =>
    (opened ??= import('./client.ts').then(({ openClient }) => openClient(options)));
  return {
    async send(call) {
      const url = targetOf(options.allow, call.url);
      return (await client()).send(url, call);
    },
    async download(call) {
      const url = targetOf(options.allow, call.url);
      return (await import('./download.ts')).download(options, url, call);
    },
    close: async () => (await opened)?.close(),
  };
}
