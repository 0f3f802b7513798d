/** `<kind> <folder>`: prints which isolations the user of this process gets. */
import { join } from 'node:path';
import type { IsolationName } from '@muster/runner-protocol';
import { chooseIsolation } from '../../src/isolation/choose-isolation.ts';
import { ownUids } from './kinds.ts';

const runsDir = join(process.argv[3] ?? '', 'runs');

const choose = (asked?: IsolationName): Promise<string> =>
  chooseIsolation(asked, { runsDir, hide: [], uids: ownUids(), loopbackPorts: [] }).then(
    ({ name }) => name,
    (error: Error) => error.message,
  );

process.stdout.write(
  JSON.stringify({
    strongest: await choose(),
    user: await choose('user'),
    none: await choose('none'),
  }),
);
