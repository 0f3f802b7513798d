/** `muster company import`: makes a company of a folder, or adds the folder to one. */
import type { Output } from '@muster/client';
import { looksAt } from '../calls/looks.ts';
import { Ended } from '../exit-code.ts';
import { readFolder } from '../packages/read-folder.ts';
import { companyOf } from '../profile/company.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { isForPeople, note, showAnswer } from '../terminal/answer.ts';

export async function run({ args: [folder = ''], flags, globals }: Given): Promise<void> {
  const connection = openConnection(globals);
  const { muster } = connection;
  const files = await readFolder(folder);
  const isNew = flags['new'] === true;
  const target = isNew ? {} : { companyId: await companyOf(connection) };
  const plan = await muster.previewCompanyPackage({ files, ...target });
  const columns = ['action', 'kind', 'path', 'code', 'left out=leftOut'];
  if (flags['preview'] === true) {
    const { rows } = plan;
    return showAnswer(isForPeople(globals) ? rows : plan, { columns }, globals, new Map());
  }
  for (const { path, code, hint, action } of plan.rows) {
    if (action === 'refuse') note(`${path}: ${code}; ${hint}`);
  }
  if (plan.counts.create === 0) throw new Ended('refused', `${folder} has nothing to import`);
  const companyId = target.companyId ?? (await makeCompany(connection.muster, plan.company));
  const { planHash } = plan;
  const { id } = await muster.importCompanyPackage({ companyId, files, planHash });
  const done = await endOf(muster, { companyId, packageImportId: id });
  for (const { kind, slug, code } of done.rows) if (code !== null) note(`${kind} ${slug}: ${code}`);
  const sentence =
    'Made {counts.done} of the package in company {companyId}. Its agents are paused: look at each, then ' +
    '`muster agent resume AGENT --company {companyId}`.';
  showAnswer(done, { sentence }, globals, new Map());
  const { partial, refused } = done.counts;
  if (partial + refused > 0)
    throw new Ended('bad', `${partial + refused} were refused, or a part of them`);
}

type Muster = ReturnType<typeof openConnection>['muster'];

async function endOf(
  muster: Muster,
  key: { readonly companyId: string; readonly packageImportId: string },
): Promise<Output<'getPackageImport'>> {
  const over = new AbortController();
  const { companyId, packageImportId: entityId } = key;
  const events = muster.followCompany({ companyId, entityId }, over);
  try {
    for await (const _ of looksAt(events, over.signal)) {
      const found = await muster.getPackageImport(key);
      if (found.status === 'done') return found;
    }
    throw new Ended('failed', 'The import was not waited for');
  } finally {
    over.abort();
  }
}

async function makeCompany(
  muster: Muster,
  company: { readonly name: string; readonly description: string } | null,
): Promise<string> {
  if (!company) {
    const next = 'name one in COMPANY.md, or import into a company with --company';
    throw new Ended('refused', 'The package names no company', next);
  }
  const { id } = await muster.createCompany(company);
  return id;
}
