/** What the calls about files share: the store, places for transfers, and what a failure of the store is called. */
import { Refusal } from '@muster/contracts';
import { FileStoreError, openFileStore, type FileStore } from '@muster/file-store';
import { openPlaces, type Places, type Rpc, type Logger, type Runtime } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import { openAddresses, type Addresses } from './addresses.ts';

/** Uploads and downloads of one process at a time: each has some 200 KB in memory. */
const TRANSFERS_MAX = 64;

export interface FileContext {
  readonly rpc: Rpc;
  readonly log: Logger;
  readonly store: () => FileStore;
  readonly transfers: Places;
  readonly addresses: Addresses;
  /** The refusal for what the store has failed with; other errors as they are. */
  readonly refused: (error: unknown) => unknown;
}

export function openFileContext({
  rpc,
  log,
  ...runtime
}: Pick<Runtime, 'rpc' | 'log' | 'config'>): FileContext {
  const config = gatewayConfigOf(runtime);
  const configured = openFileStore(config);
  return {
    rpc,
    log,
    store() {
      if (!configured)
        throw new Refusal('file_store_unavailable', { reason: 'none is configured' });
      return configured;
    },
    transfers: openPlaces(TRANSFERS_MAX),
    addresses: openAddresses([
      config.MUSTER_WEBHOOK_SECRET,
      ...(config.MUSTER_WEBHOOK_SECRET_PREVIOUS ? [config.MUSTER_WEBHOOK_SECRET_PREVIOUS] : []),
    ]),
    refused(error) {
      if (!(error instanceof FileStoreError)) return error;
      log.error({ err: error }, 'the store of files failed');
      return new Refusal(error.problem === 'full' ? 'file_store_full' : 'file_store_unavailable');
    },
  };
}

/** Takes a place for a transfer of the company; the caller gives it back. */
export function takeTransfer({ transfers }: FileContext, company: string): () => void {
  const holder = { company };
  if (!transfers.take(holder)) throw new Refusal('overloaded', { service: 'gateway' });
  return () => transfers.release(holder);
}
