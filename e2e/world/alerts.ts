/** The alerts on the metrics that the processes of a stack export at a moment. */
import { fires } from '@muster/deploy/promtool';
import { metricsIn } from '@muster/deploy/queries';
import { ruleGroups } from '@muster/deploy/rules';
import type { World } from './use-world.ts';

/** Minutes for which the samples stay as they are: more than any rule asked here waits. */
const MINUTES = 90;

/** Name, labels, value. */
const sample = /^(muster_\w+)(?:\{(.*)\})? (\S+)$/gm;

/** Samples of some metrics from every process, with the label that a scrape adds. */
async function scrape({ stack }: World, names: readonly string[]): Promise<Record<string, string>> {
  const texts = await Promise.all(
    stack.opsUrls.map(async ({ url }) => ({
      instance: new URL(url).host,
      text: await (await fetch(`${url}/metrics`)).text(),
    })),
  );
  const series = texts.flatMap(({ instance, text }) =>
    [...text.matchAll(sample)].flatMap(([, name = '', labels = '', value = '']) =>
      names.includes(name)
        ? [[`${name}{${labels && `${labels},`}instance="${instance}"}`, value] as const]
        : [],
    ),
  );
  return Object.fromEntries(series);
}

/** Whether the rule of an alert fires if the samples of now stay as they are. */
export async function firesNow(world: World, alert: string): Promise<boolean> {
  const rules = ruleGroups.flatMap((group) => [...group.rules]);
  const rule = rules.find((each) => 'alert' in each && each.alert === alert);
  if (rule === undefined) throw new Error(`there is no alert ${alert}`);
  const scraped = await scrape(world, metricsIn(rule.expr));
  if (Object.keys(scraped).length === 0) throw new Error(`nothing exports what ${alert} watches`);
  const series = Object.fromEntries(
    Object.entries(scraped).map(([name, value]) => [name, `${value}x${MINUTES}`]),
  );
  return fires(ruleGroups, { alert, series, atMinutes: MINUTES });
}
