/** Whether the installation answers, all of it, and believes who asks. */
import { isRefusal } from '@muster/client';
import type { Connection } from '../../profile/connection.ts';
import { describeCaller } from '../whoami.ts';
import type { Finding } from './finding.ts';

export async function lookAtInstallation(connection: Connection): Promise<Finding[]> {
  const health = await lookAtHealth(connection);
  return health.level === 'fail' ? [health] : [health, await lookAtCredential(connection)];
}

async function lookAtHealth({ muster, url }: Connection): Promise<Finding> {
  const about = 'installation';
  try {
    const { services } = await muster.getHealth();
    const count = Object.keys(services).length;
    return {
      about,
      level: 'ok',
      message: `${url} answers, with all ${count} services`,
      hint: null,
    };
  } catch (error) {
    if (isRefusal(error)) {
      const message = `${url} answers, but not with all of its services: ${error.message}`;
      return {
        about,
        level: 'fail',
        message,
        hint: error.hint ?? 'look at the logs of the services',
      };
    }
    const hint = 'is it started, and is this its address? `muster use` lists the profiles';
    return { about, level: 'fail', message: `${url} does not answer`, hint };
  }
}

async function lookAtCredential({ muster, source }: Connection): Promise<Finding> {
  const about = 'credential';
  try {
    const message = `you are ${await describeCaller(muster)}, by ${source}`;
    return { about, level: 'ok', message, hint: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return {
      about,
      level: 'fail',
      message: error.message,
      hint: '`muster login` with another token',
    };
  }
}
