/** The port to where the bytes of files are. No byte of a file is anywhere else, and no file is held in memory. */
import type { Readable } from 'node:stream';

/** A file: its company comes first, so that all of a company is under one prefix. Both are UUIDs. */
export interface FileKey {
  readonly companyId: string;
  readonly fileId: string;
}

/** From the first to the last byte, both of them counted from 0 and included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** How a browser is to take what a signed address gives. */
export interface Disposition {
  readonly type: string;
  /** The whole header `Content-Disposition`. */
  readonly disposition: string;
}

export interface Stored {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface FileStore {
  /**
   * Stores what comes, whole or not at all: until it returns, nothing has this key. What was there before
   * is replaced.
   *
   * @param bytes how many come, known beforehand
   * @throws FileStoreError; and what `body` fails with
   */
  put(key: FileKey, body: Readable, bytes: number): Promise<Stored>;
  /** @throws FileStoreError, `absent` where nothing has the key */
  get(key: FileKey, range?: ByteRange): Promise<Readable>;
  /** With what an upload that broke off has left. Nothing happens where nothing has the key. */
  delete(key: FileKey): Promise<void>;
  /** What is left of a company when all its files are deleted, such as empty folders. */
  readonly forget?: (companyId: string) => Promise<void>;
  /** An address at the store itself; undefined for a store that has none. */
  readonly sign?: (key: FileKey, as: Disposition, seconds: number) => Promise<string>;
}

/** `full`: no room. `down`: no answer, or one that makes no sense. `absent`: nothing has the key. */
export type FileStoreProblem = 'full' | 'down' | 'absent';

export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';
  readonly problem: FileStoreProblem;

  constructor(problem: FileStoreProblem, cause: unknown) {
    super(`the store of files is ${problem}`, { cause });
    this.problem = problem;
  }
}
