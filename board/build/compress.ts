/** Compresses what is text; fonts are compressed already. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Of brotli's eleven: the best that takes no second. */
const QUICK = 5;

/** `smallest` takes some seconds: images are built once, and wait for the best. */
export function compressAll(folder: string, smallest: boolean): void {
  const quality = smallest ? constants.BROTLI_MAX_QUALITY : QUICK;
  for (const name of readdirSync(folder)) {
    if (!/\.(?:js|css|svg)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 6 }));
  }
}
