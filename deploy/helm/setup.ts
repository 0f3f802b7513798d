/** The templates of the setup command. Each release of the chart has a job of its own, since a job cannot be changed. */
import { SETUP, setupObjects } from '../kubernetes/setup.ts';
import type { Manifest } from '../kubernetes/objects.ts';
import { fileOf, put, type Part } from './chart-file.ts';
import { imagePatch, POD, podPatches, privateCaPatches } from './pods.ts';
import { hole } from './template.ts';

export const setupFile = (): string => fileOf(setupObjects().map(partOf));

function partOf(manifest: Manifest): Part {
  if (manifest.kind === 'ServiceAccount') return { manifest };
  return {
    manifest,
    patches: [
      put('/metadata/name', hole(`${SETUP}-{{ .Release.Revision }}`)),
      imagePatch(POD, SETUP),
      ...podPatches(POD, 'muster-services'),
      ...privateCaPatches(POD),
    ],
  };
}
