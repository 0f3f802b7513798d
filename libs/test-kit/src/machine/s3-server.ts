/** A server that speaks S3 and checks signatures, with one bucket in a folder of its own. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'files';

export interface S3Server {
  /** Of the bucket. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The keys of all objects. */
  objects(): Promise<string[]>;
  /** Nothing answers any more, and the objects are kept. */
  stop(): Promise<void>;
  /** At the same address, with the objects that there were. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

export async function openS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-s3-'));
  let server: S3rver | undefined;
  let port = 0;
  const start = async (): Promise<void> => {
    server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET }],
    });
    ({ port } = await server.run());
  };
  const stop = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}/${BUCKET}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    async objects() {
      const names = await readdir(join(directory, BUCKET), { recursive: true });
      const objects = names.filter((name) => name.endsWith('._S3rver_object'));
      return objects.map((name) => name.replace(/\._S3rver_object$/, ''));
    },
    start,
    stop,
    async remove() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
