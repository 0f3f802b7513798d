/** In which form this installation is: a checkout, or the package that `pnpm package` makes of one. */

/** A package has its programs compiled, since Node strips no types below `node_modules`. */
export const isPackaged = !import.meta.url.endsWith('.ts');

/** How its user calls a command of it; of a package, however it is run, the program is `muster`. */
export const commandLine = (command: string): string =>
  isPackaged ? `muster ${command}` : `pnpm ${command}`;
