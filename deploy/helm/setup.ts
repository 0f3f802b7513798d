/** The templates of the setup command. Each release of the chart has a job of its own, since a job cannot be changed. */
import { SETUP, setupObjects } from '../kubernetes/setup.ts';
import type { Manifest } from '../kubernetes/objects.ts';
import { fileOf, put, type Part } from './chart-file.ts';
import { imagePatch, POD, POD_OF_CRON_JOB, podPatches, privateCaPatches } from './pods.ts';
import { hole } from './template.ts';

export const setupFile = (): string => fileOf(setupObjects().map(partOf));

function partOf(manifest: Manifest): Part {
  if (manifest.kind === 'ServiceAccount') return { manifest };
  const isJob = manifest.kind === 'Job';
  const pod = isJob ? POD : POD_OF_CRON_JOB;
  return {
    manifest,
    patches: [
      ...(isJob ? [put('/metadata/name', hole(`${SETUP}-{{ .Release.Revision }}`))] : []),
      imagePatch(pod, SETUP),
      ...podPatches(pod, 'muster-services'),
      ...privateCaPatches(pod),
    ],
  };
}
