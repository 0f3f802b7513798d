/**
 * The files of the board, the web UI, as a build of it made them: names and bytes, read when the build is
 * whole. Requests look names up in a table; none becomes a path of the file system.
 */

export interface BoardPage {
  /** The HTML document of the page; it holds no data of a company. */
  readonly bytes: Buffer;
  /** With its quotation marks, as the header `ETag` carries it. */
  readonly etag: string;
}

export interface BoardAsset {
  readonly bytes: Buffer;
  /** Media type, with its charset. */
  readonly type: string;
  /** How the bytes are compressed, by what the client accepts; undefined: they are not. */
  readonly encoding: 'br' | 'gzip' | undefined;
}

export interface BoardFiles {
  /** Names the build: other bytes have another name. */
  readonly build: string;
  /** The document of a path such as `/ACM/issues/ACM-12`; undefined where the path is no page. */
  page(path: string): BoardPage | undefined;
  /** A file by its hashed name, such as `main-Ab12Cd34.js`, which is served below `/assets/`. */
  asset(name: string, acceptEncoding: string): BoardAsset | undefined;
}

/** The newest whole build; undefined until there is one. */
export type CurrentBoard = () => BoardFiles | undefined;
