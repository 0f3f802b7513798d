/**
 * What root needs to be left with, where a container takes its other rights: to make a home, to
 * become another user for good, and to end what that user has started. A runner with no more cannot
 * read the files of its agents itself.
 */
export const CAPABILITIES: readonly string[] = ['CHOWN', 'KILL', 'SETGID', 'SETPCAP', 'SETUID'];
