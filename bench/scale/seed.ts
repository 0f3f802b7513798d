/** One company with as many issues as asked for, each with comments, put into a stack's tables. */
import type { Stack } from '@muster/local/stack';
import pg from 'pg';
import { openConnection } from '@muster/test-kit/http-connection';
import { creator, seedAgent, type AgentKey } from '../seed.ts';

/** Agents that the issues are assigned to, besides the one that sends the requests. */
const AGENTS = 20;
const PROJECTS = 50;
const GOALS = 50;
/** Few enough that each filter has a full page where there are a thousand issues. */
const LABELS = 10;
const USERS = 2;
/** Every fortieth issue is a parent; the others have one of them. */
const CHILDREN = 40;
/** The last of a line of parents and children. */
const LEAF = 100;
/** Issues that one statement makes. */
const BATCH = 50_000;
/** Issues in the inbox of the agent that sends the requests, whatever the size. */
const INBOX = 25;

export interface ScaleSeed {
  readonly companyId: string;
  readonly boardToken: string;
  readonly reader: AgentKey;
  /** Claims what the reader claims. */
  readonly rival: AgentKey;
  /** One of each, as filters name them. */
  readonly filters: Readonly<Record<string, string>>;
  /** An issue with ancestors, a project and a goal. */
  readonly leafId: string;
  /** Unclaimed issues. */
  readonly claimable: string[];
}

export async function seedScale(stack: Stack, size: number): Promise<ScaleSeed> {
  const connection = await openConnection(stack.baseUrl);
  const board = creator(connection, stack.boardToken);
  const { id: companyId } = await board('/companies', { name: `Scale ${size}` });
  const reader = await seedAgent(board, companyId, 'Reader');
  const rival = await seedAgent(board, companyId, 'Rival');
  const agents: string[] = [];
  for (let n = 0; n < AGENTS; n += 1) {
    agents.push((await seedAgent(board, companyId, `Worker ${n}`)).id);
  }
  const made = async (path: string, count: number, body: (n: number) => object) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      ids.push((await board(`/companies/${companyId}/${path}`, body(n))).id);
    }
    return ids;
  };
  const lists = {
    agents,
    projects: await made('projects', PROJECTS, (n) => ({ name: `Project ${n}` })),
    goals: await made('goals', GOALS, (n) => ({ title: `Goal ${n}` })),
    labels: await made('labels', LABELS, (n) => ({ name: `Label ${n}`, color: '#336699' })),
    users: Array.from({ length: USERS }, () => crypto.randomUUID()),
  };
  for (let n = 0; n < INBOX; n += 1) {
    await board(`/companies/${companyId}/issues`, {
      title: `Wait in an inbox ${n}`,
      status: 'todo',
      assigneeAgentId: reader.id,
    });
  }
  const client = new pg.Client({
    connectionString: stack.databaseUrl,
    options: '-c search_path=issues',
  });
  await client.connect();
  try {
    await copyIssues(client, companyId, size, lists);
    return {
      companyId,
      boardToken: stack.boardToken,
      reader,
      rival,
      ...(await landmarks(client, companyId)),
    };
  } finally {
    await client.end();
    connection.close();
  }
}

interface Lists {
  readonly agents: readonly string[];
  readonly projects: readonly string[];
  readonly goals: readonly string[];
  readonly labels: readonly string[];
  readonly users: readonly string[];
}

/** Without indexes, which are rebuilt afterwards, and without checks of valid data. */
async function copyIssues(
  client: pg.Client,
  companyId: string,
  size: number,
  lists: Lists,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where not indisunique and indrelid in (
      'issues'::regclass, 'issue_texts'::regclass, 'issue_labels'::regclass
    )`);
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB';
    drop index ${indexes.map(({ name }) => name).join(', ')}`);
  const { agents, projects, goals, labels, users } = lists;
  for (let from = INBOX + 1; from <= size; from += BATCH) {
    const to = Math.min(size, from + BATCH - 1);
    const values = [companyId, from, to, agents, users, projects, goals, labels];
    await client.query(ISSUES, values);
    await client.query(COMMENTS, [companyId, from, to]);
    await client.query(WORDS, [companyId, from, to]);
    await client.query(LABELLED, [companyId, from, to]);
  }
  await client.query('update companies set issue_counter = $2 where company_id = $1', [
    companyId,
    size,
  ]);
  // Triggers are off.
  await client.query(
    `insert into issue_counts as c (company_id, status, count)
    select company_id, status, count(*) from issues where company_id = $1 group by company_id, status
    on conflict (company_id, status) do update set count = excluded.count`,
    [companyId],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query('vacuum (analyze)');
}

/** Ids are made of the number, so that parents can be named before they are read. */
const idOf = (number: string): string =>
  `('01990000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

const ISSUES = `
  insert into issues (
    id, company_id, issue_number, identifier, title, description, status, priority,
    assignee_agent_id, assignee_user_id, parent_id, project_id, goal_id, label_ids, comment_count,
    started_at, completed_at, cancelled_at, created_at, updated_at
  )
  select ${idOf('n')}, $1, n, c.issue_prefix || '-' || n,
    'Issue ' || n || ' about the ' || (array['invoice', 'login', 'report', 'deploy'])[1 + n % 4],
    repeat('Measure, change one thing, measure again. ', 6) || 'marker' || n || 'end', s.status,
    (enum_range(null::issue_priority))[1 + n / 7 % 4],
    case when n % 3 = 0 or s.status = 'in_progress' then ($4::uuid[])[1 + n / 3 % ${AGENTS}] end,
    case when n % 30 = 1 and s.status <> 'in_progress' then ($5::uuid[])[1 + n / 30 % ${USERS}] end,
    case
      when n between 82 and ${LEAF} then ${idOf('n - 1')}
      when n % ${CHILDREN} <> 0 and n > ${LEAF} then ${idOf(`n - n % ${CHILDREN}`)}
    end,
    ($6::uuid[])[1 + n % ${PROJECTS}], ($7::uuid[])[1 + n % ${GOALS}],
    case when n % 5 = 0 then array[($8::uuid[])[1 + n / 5 % ${LABELS}]] else '{}' end, 2,
    case when s.status = 'in_progress' then now() end, case when s.status = 'done' then now() end,
    case when s.status = 'cancelled' then now() end, now(), now() - make_interval(secs => n)
  from generate_series($2::integer, $3::integer) n
  join companies c on c.company_id = $1
  cross join lateral (
    select (enum_range(null::issue_status))[1 + n % 7] as status
  ) s`;

const COMMENTS = `
  insert into comments (
    id, company_id, issue_id, number, body, author_name, mentions, created_at
  )
  select uuidv7(), $1, ${idOf('n')}, k,
    'Everywhere the same: looked at it, tried again, found remark' || n || 'x' || k, 'Ann', '[]',
    now()
  from generate_series($2::integer, $3::integer) n cross join generate_series(1, 2) k`;

const WORDS = `
  insert into issue_texts (issue_id, company_id, words)
  select i.id, i.company_id, array_to_tsvector(array[' ' || i.company_id])
    || setweight(to_tsvector('simple', i.title), 'A')
    || setweight(to_tsvector('simple', i.identifier), 'B')
    || setweight(to_tsvector('simple', i.description), 'C')
    || to_tsvector('simple', (
      select string_agg(m.body, ' ' order by m.number) from comments m where m.issue_id = i.id
    ))
  from issues i where i.company_id = $1 and i.issue_number between $2 and $3`;

const LABELLED = `
  insert into issue_labels (issue_id, label_id, company_id, status, priority, updated_at)
  select i.id, unnest(i.label_ids), i.company_id, i.status, i.priority, i.updated_at
  from issues i where i.company_id = $1 and i.issue_number between $2 and $3`;

async function landmarks(
  client: pg.Client,
  companyId: string,
): Promise<Pick<ScaleSeed, 'filters' | 'leafId' | 'claimable'>> {
  const {
    rows: [leaf],
  } = await client.query<Record<string, string>>(
    `
    select i.id, i.project_id, i.goal_id, i.parent_id, i.label_ids[1] as label_id,
      (select max(assignee_agent_id::text) from issues where issue_number < 900
        and assignee_agent_id is not null) as agent_id,
      (select max(assignee_user_id::text) from issues where issue_number < 900) as user_id
    from issues i
    where i.company_id = $1 and i.issue_number = ${LEAF}`,
    [companyId],
  );
  const { rows } = await client.query<{ id: string }>(
    `
    select id from issues
    where company_id = $1 and status = 'todo' and assignee_agent_id is null
      and assignee_user_id is null
    order by issue_number limit 2000`,
    [companyId],
  );
  return {
    leafId: leaf?.['id'] ?? '',
    claimable: rows.map(({ id }) => id),
    filters: {
      status: 'todo',
      priority: 'high',
      assigneeAgentId: leaf?.['agent_id'] ?? '',
      assigneeUserId: leaf?.['user_id'] ?? '',
      projectId: leaf?.['project_id'] ?? '',
      goalId: leaf?.['goal_id'] ?? '',
      parentId: leaf?.['parent_id'] ?? '',
      labelId: leaf?.['label_id'] ?? '',
      updatedSince: new Date(Date.now() - 120_000).toISOString(),
    },
  };
}
