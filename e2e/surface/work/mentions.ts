/** Mentions in comments, and whom they wake. */
import { comment, issue, type WorkRow } from './row.ts';

const one = { issue: issue() };

const ann = { agentId: '$ann', name: 'Ann Lee', woken: false, reason: 'wake_on_demand_off' };
const bob = { ...ann, agentId: '$bob', name: 'Bob' };
const rae = { agentId: '$rae', name: 'Rae', woken: true, reason: null };

/** The text of a comment, and the mentions in it. */
const mentioned: readonly [body: string, mentions: readonly object[]][] = [
  ['@Bob look', [bob]],
  ['@bob look', [bob]],
  ['@BOB', [bob]],
  ['look,@Bob.', [bob]],
  ['@Ann Lee look', [ann]],
  ['@ann lee: look', [ann]],
  ['(@Ann Lee)', [ann]],
  ['**@Ann Lee**', [ann]],
  ['@Ann', []],
  ['@Ann Leeward', []],
  ['@Bobby', []],
  ['@Bob_', []],
  ["@Bob's", [bob]],
  ['@Bob-x', [bob]],
  ['a@Bob', []],
  ['me@bob.example', []],
  ['Bob', []],
  ['`@Bob`', []],
  ['``a ` @Bob``', []],
  ['```\n@Bob\n```', []],
  ['~~~\n@Bob\n~~~', []],
  ['```\n@Bob', []],
  ['@Bob @Ann Lee @Bob', [bob, ann]],
  ['@Tom @Pia @Zoe', []],
  ['@Rae', [rae]],
  ['交给@Bob处理', [bob]],
  ['_@Bob_', [bob]],
  ['好。@Bob', [bob]],
  ['<!-- @Bob -->', []],
  ['\\@Bob', []],
  ['> @Rae wrote', [{ ...rae, woken: false, reason: 'quoted' }]],
  ['@Wake 10', [{ name: 'Wake 10' }]],
  ['@Wake 1', [{ name: 'Wake 1' }]],
];
const twentyOne = Array.from({ length: 21 }, (_, index) => `@Wake ${index + 1}`);

export const mentionRows: readonly WorkRow[] = [
  ...mentioned.map(([body, mentions]): WorkRow => ({
    rule: `has ${mentions.length} in ${JSON.stringify(body)}`,
    first: one,
    send: comment(body),
    answers: 201,
    shows: { mentions },
  })),
  {
    rule: 'of its author does not count',
    first: one,
    send: comment('@Bob @Ann Lee', 'bob'),
    answers: 201,
    shows: { mentions: [ann] },
  },
  {
    rule: 'counts in the comment of a change',
    first: one,
    send: ['PATCH /api/issues/$issue', { comment: '@Rae' }, 'ann'],
    answers: 200,
    shows: { comment: { mentions: [rae] } },
  },
  {
    rule: 'wakes at most twenty agents',
    first: one,
    send: comment(twentyOne.join(' ')),
    answers: 201,
    shows: {
      mentions: twentyOne.map((name, index) => ({
        name: name.slice(1),
        woken: index < 20,
        reason: index < 20 ? null : 'too_many_wakes',
      })),
    },
  },
];
