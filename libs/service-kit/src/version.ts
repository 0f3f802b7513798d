import packageFile from '../../../package.json' with { type: 'json' };

/** The release of Muster: the version in the package.json of the repository. */
export const VERSION = packageFile.version;
