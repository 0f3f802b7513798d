/** Signed addresses of files: whoever has one reads one file, for a short time. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileKey } from '@muster/file-store';
import { z } from 'zod';

/** The key is used for nothing else that this secret signs. */
const PURPOSE = 'addresses of files';
const SIGNED_MAX = 300;

const Signed = z.tuple([z.guid(), z.guid(), z.int()]);

export interface Addresses {
  /** @param expires in seconds since 1970 */
  readonly sign: (key: FileKey, expires: number) => string;
  /** Undefined for what was not signed here, and what has expired. */
  readonly read: (token: string, now: number) => FileKey | undefined;
}

/** Signs with the first secret, and accepts all of them. */
export function openAddresses(secrets: readonly string[]): Addresses {
  const keys = secrets.map((secret) => createHmac('sha256', secret).update(PURPOSE).digest());
  const mac = (key: Buffer | undefined, text: string): Buffer =>
    createHmac('sha256', key ?? Buffer.alloc(0))
      .update(text)
      .digest();
  return {
    sign({ companyId, fileId }, expires) {
      const text = Buffer.from(JSON.stringify([companyId, fileId, expires])).toString('base64url');
      return `${text}.${mac(keys[0], text).toString('base64url')}`;
    },
    read(token, now) {
      const [text = '', signature = '', ...rest] = token.slice(0, SIGNED_MAX).split('.');
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((key) => {
        const own = mac(key, text);
        return own.length === given.length && timingSafeEqual(own, given);
      });
      if (!isOurs || rest.length > 0) return undefined;
      const [companyId, fileId, expires] = Signed.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString()),
      );
      return now < expires ? { companyId, fileId } : undefined;
    },
  };
}
