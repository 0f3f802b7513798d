/** Files in a bucket of a server that speaks S3 and checks signatures. */
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { openS3Server, type S3Server } from '@muster/test-kit/s3-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStore, newKey, putInto } from '../test/describe-store.ts';
import { openFileStore, s3Store, type FileKey, type FileStore } from './index.ts';

let server: S3Server;
let store: FileStore;
const accessTo = ({ url, accessKeyId, secretAccessKey }: Omit<S3Server, 'objects'>) => ({
  url,
  region: 'eu-central-1',
  accessKeyId,
  secretAccessKey,
});
beforeAll(async () => {
  server = await openS3Server();
  store = s3Store(accessTo(server));
});
afterAll(() => server.remove());

const put = (key: FileKey, bytes: Buffer) => putInto(store, key, bytes);
const namesOf = async ({ companyId }: FileKey): Promise<string[]> =>
  (await server.objects()).filter((name) => name.includes(companyId));

describeStore('a bucket', () => store, namesOf);

describe('a bucket', () => {
  it('has one object for a file, named by its company and its id', async () => {
    const key = newKey();
    await put(key, randomBytes(10));
    expect(await namesOf(key)).toEqual([`${key.companyId}/${key.fileId}`]);
  });

  it('replaces what was there', async () => {
    const key = newKey();
    await put(key, Buffer.from('the first bytes'));
    await put(key, Buffer.from('others'));
    expect((await buffer(await store.get(key))).toString()).toBe('others');
  });

  it('signs an address at its public place, of one file, as an attachment', async () => {
    const { sign } = s3Store({ ...accessTo(server), publicUrl: server.url });
    const key = newKey();
    await put(key, Buffer.from('text'));
    // Without an apostrophe, which this server, unlike those of S3, does not encode where it checks a signature.
    const name = 'attachment; filename="a b+%C3%9C.html"';
    const url =
      (await sign?.(key, { type: 'application/octet-stream', disposition: name }, 60)) ?? '';
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, 'text']);
    expect(answer.headers.get('content-disposition')).toBe(name);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    const other = newKey();
    await put(other, Buffer.from('other'));
    for (const forged of [
      url.replace(key.companyId, other.companyId).replace(key.fileId, other.fileId),
      url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      url.replace('attachment', 'inline'),
    ]) {
      expect((await fetch(forged)).status).toBe(403);
    }
    expect(store.sign).toBeUndefined();
  });
});

describe('a bucket that cannot be used', () => {
  const problemOf = (access: Parameters<typeof s3Store>[0], bytes = 5_000_000) =>
    s3Store(access).put(newKey(), Readable.from([Buffer.alloc(bytes)]), bytes);
  const answering = async (listener: RequestListener) => {
    const http = createServer(listener);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/files`;
    return { http, access: { ...accessTo(server), url } };
  };

  it('is down where the key is wrong, or there is no such bucket', async () => {
    const access = accessTo(server);
    for (const wrong of [{ secretAccessKey: 'x' }, { url: `${server.url}-of-others` }]) {
      await expect(problemOf({ ...access, ...wrong })).rejects.toMatchObject({ problem: 'down' });
    }
    const { get } = s3Store({ ...access, url: `${server.url}-of-others` });
    await expect(get(newKey())).rejects.toMatchObject({ problem: 'down' });
  });

  it('is down while nothing answers, and has all that it had when it is back', async () => {
    const key = newKey();
    await put(key, Buffer.from('kept'));
    await server.stop();
    await expect(put(newKey(), Buffer.alloc(5_000_000))).rejects.toMatchObject({ problem: 'down' });
    await expect(store.get(key)).rejects.toMatchObject({ problem: 'down' });
    await expect(store.delete(key)).rejects.toMatchObject({ problem: 'down' });
    await server.start();
    expect((await buffer(await store.get(key))).toString()).toBe('kept');
  });

  it('is down where it goes away in the middle of a file', async () => {
    const { http, access } = await answering((request) => {
      request.once('data', () => request.socket.destroy());
    });
    await expect(problemOf(access)).rejects.toMatchObject({ problem: 'down' });
    http.close();
  });

  it.each([
    [507, ''],
    [503, '<Error><Code>XMinioStorageFull</Code></Error>'],
    [403, '<Error><Code>QuotaExceeded</Code></Error>'],
  ])('is full where it answers %i %s, before all has come', async (status, body) => {
    const { http, access } = await answering((_, response) => {
      response.writeHead(status).end(body);
    });
    await expect(problemOf(access)).rejects.toMatchObject({ problem: 'full' });
    http.close();
  });

  it('needs a key in the configuration, and takes the place of a folder', () => {
    const url = { FILE_STORE_S3_URL: 'https://files.example/bucket' };
    expect(() => openFileStore(url)).toThrow('FILE_STORE_S3_SECRET_ACCESS_KEY');
    const key = { FILE_STORE_S3_ACCESS_KEY_ID: 'a', FILE_STORE_S3_SECRET_ACCESS_KEY: 'b' };
    const both = { ...url, ...key, FILE_STORE_FOLDER: '/x' };
    expect(
      openFileStore({ ...both, FILE_STORE_S3_PUBLIC_URL: url.FILE_STORE_S3_URL })?.sign,
    ).toBeDefined();
    expect(openFileStore(both)?.sign).toBeUndefined();
  });
});
