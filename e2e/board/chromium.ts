/** Chromium, as it is installed on this machine. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** A browser starts slowly while other programs use the machine. */
const START_MS = 90_000;

/** A browser; `flags` are those of its command line. */
export const launchChromium = (flags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    timeout: START_MS,
    // Its sandbox needs another user than root.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...flags],
  });

function chromiumPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const inPath = folders.flatMap((folder) =>
    ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)),
  );
  const path = [process.env['CHROMIUM_PATH'] ?? '', ...inPath].find(isExecutable);
  if (path !== undefined) return path;
  throw new Error(
    'The stories of the board need Chromium: install the package chromium, or set CHROMIUM_PATH.',
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== '';
  } catch {
    return false;
  }
}
