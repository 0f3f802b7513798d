/** One file of a ZIP archive: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3. */
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;

export function unpacked(archive: Buffer, path: string): Buffer {
  const end = archive.lastIndexOf(bytes(END_OF_DIRECTORY));
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === ENTRY) {
    const size = archive.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const from = archive.readUInt32LE(at + 42);
    if (archive.toString('utf8', at + 46, at + 46 + (name ?? 0)) === path) {
      // The header before the content has lengths of its own.
      const content = from + 30 + archive.readUInt16LE(from + 26) + archive.readUInt16LE(from + 28);
      return inflateRawSync(archive.subarray(content, content + size));
    }
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  throw new Error(`the archive has no ${path}`);
}

const bytes = (signature: number): Buffer => {
  const four = Buffer.alloc(4);
  four.writeUInt32LE(signature);
  return four;
};
