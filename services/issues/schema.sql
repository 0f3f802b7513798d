-- All migrations of this service added up. The event log is in service-kit.

create type issue_priority as enum ('low', 'medium', 'high', 'critical');

create type issue_status as enum ('cancelled', 'done', 'backlog', 'in_review', 'blocked', 'todo', 'in_progress');

create type question_kind as enum ('choice', 'several', 'text', 'confirm');

create type question_state as enum ('open', 'answered', 'expired', 'withdrawn');

create type review_evidence as enum ('none', 'link', 'document', 'file');

create type review_policy as enum ('anyone', 'not_author', 'person', 'named');

create type wake_on_children as enum ('settled', 'each', 'none');

CREATE OR REPLACE FUNCTION add_to_issue_count(company uuid, of_status issue_status, change integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
BEGIN ATOMIC
 INSERT INTO issue_counts AS c (company_id, status, count)
   VALUES (add_to_issue_count.company, add_to_issue_count.of_status, add_to_issue_count.change) ON CONFLICT(company_id, status) DO UPDATE SET count = (c.count + excluded.count);
END;

CREATE OR REPLACE FUNCTION count_issue()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform add_to_issue_count(old.company_id, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_issue_count(new.company_id, new.status, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION goal_view(wanted uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE STRICT
BEGIN ATOMIC
 SELECT jsonb_build_object('id', g.id, 'title', g.title, 'description', g.description, 'level', g.level, 'status', g.status) AS jsonb_build_object
    FROM goals g
   WHERE (g.id = goal_view.wanted);
END;

CREATE OR REPLACE FUNCTION hold_above(company uuid, issue uuid, parent uuid, project uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 WITH RECURSIVE up(level, id, parent_id, project_id) AS (
          SELECT 0 AS "?column?",
             hold_above.issue AS issue,
             hold_above.parent AS parent,
             hold_above.project AS project
         UNION ALL
          SELECT (up_1.level + 1),
             above.id,
             above.parent_id,
             above.project_id
            FROM (up up_1
              JOIN issues above ON (((above.id = up_1.parent_id) AND (above.company_id = hold_above.company))))
           WHERE (up_1.level < 1000)
         )
  SELECT json_build_object('issueId',
         CASE h.kind
             WHEN 'issue'::text THEN h.subject_id
             ELSE NULL::uuid
         END, 'projectId',
         CASE h.kind
             WHEN 'project'::text THEN h.subject_id
             ELSE NULL::uuid
         END, 'name', COALESCE(( SELECT held.identifier
            FROM issues held
           WHERE ((held.id = h.subject_id) AND (held.company_id = h.company_id))), ( SELECT held.name
            FROM projects held
           WHERE ((held.id = h.subject_id) AND (held.company_id = h.company_id))), ''::text), 'reason', h.reason, 'heldByUserId', h.held_by_user_id, 'heldAt', to_char((h.held_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text), 'cancelRuns', h.cancel_runs) AS json_build_object
    FROM (up
      JOIN holds h ON (((h.company_id = hold_above.company) AND ((h.subject_id = up.id) OR (h.subject_id = up.project_id)))))
   ORDER BY up.level, h.kind
  LIMIT 1;
END;

CREATE OR REPLACE FUNCTION issue_matches(company uuid, asked tsquery, matches_max integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER
 SET enable_seqscan TO 'off'
BEGIN ATOMIC
 SELECT DISTINCT m.issue_id
    FROM ( SELECT t.issue_id
            FROM issue_texts t
           WHERE ((t.words @@ (((((''''::text || ' '::text) || issue_matches.company) || ''''::text))::tsquery && issue_matches.asked)) AND (t.company_id = issue_matches.company))
          LIMIT (issue_matches.matches_max * 4)) m
  LIMIT issue_matches.matches_max;
END;

CREATE OR REPLACE FUNCTION issue_matches(company uuid, in_index tsquery, asked tsquery, matches_max integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER
 SET enable_seqscan TO 'off'
BEGIN ATOMIC
 SELECT DISTINCT m.issue_id
    FROM ( SELECT t.issue_id
            FROM ( SELECT t_1.issue_id,
                     t_1.words
                    FROM issue_texts t_1
                   WHERE ((t_1.words @@ (((((''''::text || ' '::text) || issue_matches.company) || ''''::text))::tsquery && issue_matches.in_index)) AND (t_1.company_id = issue_matches.company))
                  OFFSET 0) t
           WHERE (t.words @@ issue_matches.asked)
          LIMIT (issue_matches.matches_max * 4)) m
  LIMIT issue_matches.matches_max;
END;

CREATE OR REPLACE FUNCTION issue_parts(company uuid, in_index tsquery, asked tsquery, parts_max integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER
 SET enable_seqscan TO 'off'
BEGIN ATOMIC
 SELECT t.issue_id
    FROM ( SELECT t_1.issue_id,
             t_1.words
            FROM issue_texts t_1
           WHERE ((t_1.words @@ (((((''''::text || ' '::text) || issue_parts.company) || ''''::text))::tsquery && issue_parts.in_index)) AND (t_1.company_id = issue_parts.company))
          OFFSET 0) t
   WHERE (t.words @@ issue_parts.asked)
  LIMIT issue_parts.parts_max;
END;

CREATE OR REPLACE FUNCTION issue_surroundings(parent uuid, project uuid, goal uuid, ancestors_max integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT jsonb_build_object('project', project_view(project), 'goal', goal_view(goal), 'ancestors', ( WITH RECURSIVE up(id, depth) AS (
                  SELECT issue_surroundings.parent AS parent,
                     1 AS "?column?"
                 UNION ALL
                  SELECT a_1.parent_id,
                     (up_1.depth + 1)
                    FROM (up up_1
                      JOIN issues a_1 ON ((a_1.id = up_1.id)))
                   WHERE ((a_1.parent_id IS NOT NULL) AND (up_1.depth < issue_surroundings.ancestors_max))
                 )
          SELECT COALESCE(jsonb_agg(jsonb_build_object('id', a.id, 'identifier', a.identifier, 'title', a.title, 'description', a.description, 'status', a.status, 'priority', a.priority, 'assigneeAgentId', a.assignee_agent_id, 'projectId', a.project_id, 'goalId', a.goal_id, 'project', project_view(a.project_id), 'goal', goal_view(a.goal_id)) ORDER BY up.depth), '[]'::jsonb) AS "coalesce"
            FROM (up
              JOIN issues a ON ((a.id = up.id))))) AS jsonb_build_object;
END;

CREATE OR REPLACE FUNCTION keep_issue_labels()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.label_ids = new.label_ids then
    update issue_labels
    set status = new.status, priority = new.priority, updated_at = new.updated_at
    where issue_id = new.id;
    return null;
  end if;
  delete from issue_labels where issue_id = new.id;
  insert into issue_labels (issue_id, label_id, company_id, status, priority, updated_at)
  select distinct new.id, worn.label_id, new.company_id, new.status, new.priority, new.updated_at
  from unnest(new.label_ids) as worn (label_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION project_view(wanted uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE STRICT
BEGIN ATOMIC
 SELECT jsonb_build_object('id', p.id, 'name', p.name, 'description', p.description, 'status', p.status, 'goalId', p.goal_ids[1], 'workspaces', w.workspaces, 'primaryWorkspace',
         CASE
             WHEN (((w.workspaces -> 0) ->> 'isPrimary'::text))::boolean THEN (w.workspaces -> 0)
             ELSE NULL::jsonb
         END) AS jsonb_build_object
    FROM (projects p
      CROSS JOIN LATERAL ( SELECT COALESCE(jsonb_agg(jsonb_build_object('id', w_1.id, 'companyId', w_1.company_id, 'projectId', w_1.project_id, 'name', w_1.name, 'cwd', w_1.cwd, 'repoUrl', w_1.repo_url, 'repoRef', w_1.repo_ref, 'isPrimary', w_1.is_primary, 'createdAt', to_char((w_1.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text), 'updatedAt', to_char((w_1.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text), 'version', w_1.version) ORDER BY w_1.is_primary DESC, w_1.id), '[]'::jsonb) AS workspaces
            FROM workspaces w_1
           WHERE (w_1.project_id = p.id)) w)
   WHERE (p.id = project_view.wanted);
END;

create table approved_strategies (
  company_id uuid not null,
  approval_id uuid not null,
  approved_at timestamp(3) with time zone not null,
  constraint approved_strategies_pkey PRIMARY KEY (company_id)
);

create table asked_approvals (
  approval_id uuid not null,
  issue_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  is_pending boolean not null,
  changed_at timestamp(3) with time zone not null,
  constraint asked_approvals_pkey PRIMARY KEY (approval_id, issue_id)
);
CREATE INDEX asked_approvals_by_issue ON asked_approvals USING btree (issue_id);
CREATE INDEX asked_approvals_decided ON asked_approvals USING btree (changed_at) WHERE (NOT is_pending);

create table bulk_changes (
  id uuid not null,
  company_id uuid not null,
  filter jsonb not null,
  change jsonb not null,
  issue_numbers integer[] not null,
  matched integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused jsonb not null default '{}'::jsonb,
  first_refused jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint bulk_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX bulk_changes_finished ON bulk_changes USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX bulk_changes_running ON bulk_changes USING btree (company_id) WHERE (finished_at IS NULL);

create table bulk_effects (
  company_id uuid not null,
  name text not null,
  subject_id uuid not null,
  "position" text,
  cause jsonb not null,
  started_at timestamp(3) with time zone not null default clock_timestamp(),
  advanced_at timestamp(3) with time zone not null default clock_timestamp(),
  due_at timestamp(3) with time zone not null default clock_timestamp(),
  steps bigint not null default 0,
  attempts integer not null default 0,
  last_error text,
  constraint bulk_effects_pkey PRIMARY KEY (company_id, name, subject_id)
);
CREATE INDEX bulk_effects_due ON bulk_effects USING btree (due_at);

create table comments (
  id uuid not null,
  company_id uuid not null,
  issue_id uuid not null,
  number integer not null,
  body text not null,
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  mentions jsonb not null,
  run_id uuid,
  created_at timestamp(3) with time zone not null,
  redacted jsonb,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_body_check CHECK (length(body) > 0),
  constraint comments_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id),
  constraint comments_numbered_once_per_issue UNIQUE (issue_id, number)
);

create table companies (
  company_id uuid not null,
  issue_prefix text not null,
  status text not null,
  review_required boolean not null,
  issue_counter integer not null default 0,
  version integer not null,
  reopen_days integer not null default 7,
  review_policy review_policy not null default 'anyone'::review_policy,
  reviewer_agent_id uuid,
  review_evidence review_evidence not null default 'none'::review_evidence,
  max_review_rounds integer not null default 5,
  constraint companies_pkey PRIMARY KEY (company_id)
);

create table company_zones (
  company_id uuid not null,
  time_zone text not null,
  version integer not null,
  constraint company_zones_pkey PRIMARY KEY (company_id)
);

create table document_versions (
  document_id uuid not null,
  company_id uuid not null,
  version integer not null,
  title text not null,
  body text not null,
  bytes integer not null,
  sha256 text not null,
  note text,
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  run_id uuid,
  created_at timestamp(3) with time zone not null,
  redacted jsonb,
  constraint document_versions_pkey PRIMARY KEY (document_id, version),
  constraint document_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id) ON DELETE CASCADE
);

create table documents (
  id uuid not null,
  company_id uuid not null,
  issue_id uuid,
  project_id uuid,
  key text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  deleted_by_user_id uuid,
  deleted_by_name text,
  constraint documents_pkey PRIMARY KEY (id),
  constraint document_of_one CHECK (issue_id IS NULL OR project_id IS NULL),
  constraint documents_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id),
  constraint documents_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint documents_version_check CHECK (version > 0)
);
CREATE UNIQUE INDEX documents_by_key ON documents USING btree (company_id, issue_id, project_id, key) NULLS NOT DISTINCT WHERE (deleted_at IS NULL);
CREATE INDEX documents_deleted ON documents USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX documents_deleted_by_key ON documents USING btree (company_id, key) WHERE (deleted_at IS NOT NULL);

create table erasures (
  company_id uuid not null,
  phase text not null default 'first'::text,
  begun_at timestamp(3) with time zone not null default now(),
  deleted jsonb not null default '{}'::jsonb,
  next_table text,
  next_block bigint not null default 0,
  found boolean not null default false,
  erased_at timestamp(3) with time zone,
  done_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone not null default now(),
  attempts integer not null default 0,
  last_error text,
  constraint erasures_pkey PRIMARY KEY (company_id),
  constraint erasures_phase_known CHECK (phase = ANY (ARRAY['first'::text, 'reported'::text, 'last'::text, 'done'::text]))
);
CREATE INDEX erasures_due ON erasures USING btree (due_at) WHERE (phase <> 'done'::text);

create table file_months (
  company_id uuid not null,
  month date not null,
  bytes bigint not null,
  constraint file_months_pkey PRIMARY KEY (company_id, month),
  constraint file_months_bytes_check CHECK (bytes >= 0)
);

create table files (
  id uuid not null,
  company_id uuid not null,
  issue_id uuid not null,
  document_id uuid,
  document_key text,
  name text not null,
  type text not null,
  bytes bigint not null,
  sha256 text,
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  run_id uuid,
  created_at timestamp(3) with time zone not null,
  left_at timestamp(3) with time zone,
  redacted jsonb,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_bytes_check CHECK (bytes >= 0),
  constraint files_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id),
  constraint stored_file_is_whole CHECK (left_at IS NOT NULL OR sha256 IS NOT NULL)
);
CREATE INDEX files_left ON files USING btree (left_at, id) WHERE (left_at IS NOT NULL);
CREATE INDEX files_of_company ON files USING btree (company_id) INCLUDE (bytes);
CREATE INDEX files_of_document ON files USING btree (document_id) WHERE (left_at IS NULL);
CREATE INDEX files_of_issue ON files USING btree (issue_id, id) WHERE (left_at IS NULL);

create table given_up_issues (
  issue_id uuid not null,
  company_id uuid not null,
  agent_id uuid not null,
  run_id uuid,
  cause text not null,
  since timestamp(3) with time zone not null,
  constraint given_up_issues_pkey PRIMARY KEY (issue_id),
  constraint given_up_issues_cause_check CHECK (cause = ANY (ARRAY['run_cancelled'::text, 'run_failed'::text, 'agent_terminated'::text])),
  constraint given_up_issues_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id)
);
CREATE INDEX given_up_by_agent ON given_up_issues USING btree (agent_id);

create table goals (
  id uuid not null,
  company_id uuid not null,
  title text not null,
  description text not null,
  level text not null,
  status text not null,
  parent_id uuid,
  owner_agent_id uuid,
  depth integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  constraint goals_pkey PRIMARY KEY (id),
  constraint goals_are_not_their_own_parent CHECK (parent_id <> id),
  constraint goals_level_check CHECK (level = ANY (ARRAY['company'::text, 'team'::text, 'agent'::text, 'task'::text])),
  constraint goals_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES goals(id),
  constraint goals_status_check CHECK (status = ANY (ARRAY['planned'::text, 'active'::text, 'achieved'::text, 'cancelled'::text])),
  constraint goals_title_check CHECK (length(title) >= 1 AND length(title) <= 500)
);
CREATE INDEX goals_by_company ON goals USING btree (company_id, id);
CREATE INDEX goals_by_depth ON goals USING btree (company_id, depth, id);
CREATE INDEX goals_by_parent ON goals USING btree (parent_id) WHERE (parent_id IS NOT NULL);

create table holds (
  company_id uuid not null,
  subject_id uuid not null,
  kind text not null,
  reason text not null,
  cancel_runs boolean,
  held_by_user_id uuid,
  held_at timestamp with time zone not null,
  constraint holds_pkey PRIMARY KEY (company_id, subject_id),
  constraint holds_kind_check CHECK (kind = ANY (ARRAY['issue'::text, 'project'::text]))
);

create table issue_counts (
  company_id uuid not null,
  status issue_status not null,
  count integer not null,
  constraint issue_counts_pkey PRIMARY KEY (company_id, status)
);

create table issue_labels (
  issue_id uuid not null,
  label_id uuid not null,
  company_id uuid not null,
  status issue_status not null,
  priority issue_priority not null,
  updated_at timestamp(3) with time zone not null,
  constraint issue_labels_pkey PRIMARY KEY (issue_id, label_id),
  constraint issue_labels_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id)
);
CREATE INDEX issue_labels_by_label ON issue_labels USING btree (label_id, status, priority, updated_at, issue_id);

create table issue_texts (
  issue_id uuid not null,
  company_id uuid not null,
  words tsvector not null,
  part integer not null default 0,
  positions integer not null default 0,
  document_id uuid,
  constraint issue_texts_pkey PRIMARY KEY (issue_id, part),
  constraint issue_texts_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id)
);
CREATE INDEX issue_texts_by_word ON issue_texts USING gin (words) WITH (gin_pending_list_limit='256');

create table issues (
  id uuid not null,
  company_id uuid not null,
  issue_number integer not null,
  identifier text not null,
  title text not null,
  description text,
  status issue_status not null,
  priority issue_priority not null,
  assignee_agent_id uuid,
  assignee_user_id uuid,
  parent_id uuid,
  project_id uuid,
  goal_id uuid,
  label_ids uuid[] not null default '{}'::uuid[],
  blocked_by_issue_ids uuid[] not null default '{}'::uuid[],
  created_by_agent_id uuid,
  created_by_user_id uuid,
  assigned_by_agent_id uuid,
  assigned_by_user_id uuid,
  checkout_run_id uuid,
  comment_count integer not null default 0,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  bound_agent_id uuid,
  bound_by_agent_id uuid,
  bound_by_user_id uuid,
  wake_on_children wake_on_children not null default 'settled'::wake_on_children,
  ended_by_agent_id uuid,
  review_author_agent_id uuid,
  review_agent_id uuid,
  review_rounds integer not null default 0,
  review_policy review_policy,
  reviewer_agent_id uuid,
  reviewer_user_id uuid,
  review_evidence review_evidence,
  review_handed_by_id uuid,
  review_user_id uuid,
  due_at timestamp(3) with time zone,
  overdue_told_for timestamp(3) with time zone,
  overdue_escalated_for timestamp(3) with time zone,
  left_in_progress integer not null default 0,
  left_run_id uuid,
  constraint issues_pkey PRIMARY KEY (id),
  constraint issues_are_counted TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint issues_are_counted_where_they_are TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint issues_are_not_their_own_parent CHECK (parent_id <> id),
  constraint issues_cancelled_are_dated CHECK ((status = 'cancelled'::issue_status) = (cancelled_at IS NOT NULL)),
  constraint issues_done_are_completed CHECK ((status = 'done'::issue_status) = (completed_at IS NOT NULL)),
  constraint issues_goal_id_fkey FOREIGN KEY (goal_id) REFERENCES goals(id),
  constraint issues_have_one_assignee CHECK (assignee_agent_id IS NULL OR assignee_user_id IS NULL),
  constraint issues_in_progress_are_assigned CHECK (status <> 'in_progress'::issue_status OR assignee_agent_id IS NOT NULL OR assignee_user_id IS NOT NULL),
  constraint issues_in_progress_have_started CHECK (status <> 'in_progress'::issue_status OR started_at IS NOT NULL),
  constraint issues_issue_number_check CHECK (issue_number > 0),
  constraint issues_numbered_once_per_company UNIQUE (company_id, issue_number),
  constraint issues_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES issues(id),
  constraint issues_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id),
  constraint issues_title_check CHECK (length(title) >= 1 AND length(title) <= 500)
);
CREATE INDEX issues_blocked ON issues USING btree (priority, updated_at, id) WHERE (status = 'blocked'::issue_status);
CREATE INDEX issues_by_agent ON issues USING btree (assignee_agent_id, status, priority, updated_at, id) WHERE (assignee_agent_id IS NOT NULL);
CREATE INDEX issues_by_blocker ON issues USING gin (blocked_by_issue_ids) WHERE (blocked_by_issue_ids <> '{}'::uuid[]);
CREATE INDEX issues_by_goal ON issues USING btree (goal_id, status, priority, updated_at, id) WHERE (goal_id IS NOT NULL);
CREATE INDEX issues_by_identifier ON issues USING btree (identifier);
CREATE INDEX issues_by_parent ON issues USING btree (parent_id, status, priority, updated_at, id) WHERE (parent_id IS NOT NULL);
CREATE INDEX issues_by_project ON issues USING btree (project_id, status, priority, updated_at, id) WHERE (project_id IS NOT NULL);
CREATE INDEX issues_by_status ON issues USING btree (company_id, status, priority, updated_at, id);
CREATE INDEX issues_by_user ON issues USING btree (assignee_user_id, status, priority, updated_at, id) WHERE (assignee_user_id IS NOT NULL);
CREATE INDEX issues_due ON issues USING btree (due_at, id) WHERE ((due_at IS NOT NULL) AND (status > 'done'::issue_status));
CREATE INDEX issues_due_unescalated ON issues USING btree (due_at, id) WHERE ((due_at IS NOT NULL) AND (status > 'done'::issue_status) AND (overdue_told_for = due_at) AND (overdue_escalated_for IS DISTINCT FROM due_at));
CREATE INDEX issues_due_untold ON issues USING btree (due_at, id) WHERE ((due_at IS NOT NULL) AND (status > 'done'::issue_status) AND (overdue_told_for IS DISTINCT FROM due_at));
CREATE INDEX issues_in_progress ON issues USING btree (company_id, updated_at, id) WHERE (status = 'in_progress'::issue_status);
CREATE INDEX issues_in_review ON issues USING btree (priority, updated_at, id) WHERE (status = 'in_review'::issue_status);
CREATE INDEX issues_in_review_by_creator ON issues USING btree (created_by_user_id, priority, updated_at, id) WHERE ((status = 'in_review'::issue_status) AND (created_by_user_id IS NOT NULL));
CREATE INDEX issues_in_review_by_reviewer ON issues USING btree (review_agent_id, priority, updated_at, id) WHERE ((status = 'in_review'::issue_status) AND (review_agent_id IS NOT NULL));
CREATE INDEX issues_left_in_progress ON issues USING btree (company_id) WHERE ((left_in_progress > 1) AND (status = 'in_progress'::issue_status));
CREATE INDEX issues_unassigned ON issues USING btree (company_id) WHERE ((assignee_agent_id IS NULL) AND (assignee_user_id IS NULL) AND (status <> ALL (ARRAY['done'::issue_status, 'cancelled'::issue_status])));

create table joins (
  producer text not null,
  company_id uuid not null,
  seq bigint not null,
  next_type text not null,
  next_after text,
  constraint joins_pkey PRIMARY KEY (producer, company_id)
);

create table labels (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  color text not null,
  created_at timestamp(3) with time zone not null,
  version integer not null default 1,
  constraint labels_pkey PRIMARY KEY (id),
  constraint labels_name_check CHECK (length(name) >= 1 AND length(name) <= 48)
);
CREATE UNIQUE INDEX labels_name_unique_per_company ON labels USING btree (company_id, lower(name));

create table member_positions (
  company_id uuid not null,
  user_id uuid not null,
  last_seq bigint not null,
  constraint member_positions_pkey PRIMARY KEY (company_id, user_id)
);

create table members (
  company_id uuid not null,
  user_id uuid not null,
  constraint members_pkey PRIMARY KEY (company_id, user_id)
);

create table projects (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  url_key text not null,
  description text not null,
  status text not null,
  goal_ids uuid[] not null,
  lead_agent_id uuid,
  target_date date,
  color text,
  archived_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  review_policy review_policy,
  reviewer_agent_id uuid,
  reviewer_user_id uuid,
  review_evidence review_evidence,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  constraint projects_status_check CHECK (status = ANY (ARRAY['backlog'::text, 'planned'::text, 'active'::text, 'in_progress'::text, 'completed'::text, 'cancelled'::text]))
);
CREATE INDEX projects_by_company ON projects USING btree (company_id, id);

create table questions (
  id uuid not null,
  company_id uuid not null,
  issue_id uuid not null,
  kind question_kind not null,
  state question_state not null default 'open'::question_state,
  text text not null,
  options text[] not null default '{}'::text[],
  default_answer jsonb,
  deadline timestamp(3) with time zone,
  to_agent_id uuid,
  to_user_id uuid,
  asked_by_agent_id uuid,
  asked_by_user_id uuid,
  asked_by_name text not null,
  answer jsonb,
  by_default boolean not null default false,
  closed_by_agent_id uuid,
  closed_by_user_id uuid,
  closed_by_name text,
  closed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  redacted jsonb,
  constraint questions_pkey PRIMARY KEY (id),
  constraint question_is_closed_once CHECK ((state = 'open'::question_state) = (closed_at IS NULL)),
  constraint question_to_one CHECK (to_agent_id IS NULL OR to_user_id IS NULL),
  constraint questions_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id),
  constraint questions_text_check CHECK (length(text) > 0)
);
CREATE INDEX questions_by_closing ON questions USING btree (closed_at) WHERE (state <> 'open'::question_state);
CREATE INDEX questions_by_deadline ON questions USING btree (deadline, id) WHERE ((state = 'open'::question_state) AND (deadline IS NOT NULL));
CREATE INDEX questions_of_issue ON questions USING btree (issue_id, id);
CREATE INDEX questions_to_agents ON questions USING btree (company_id, to_agent_id) WHERE ((state = 'open'::question_state) AND (to_agent_id IS NOT NULL));
CREATE INDEX questions_to_people ON questions USING btree (company_id, id) WHERE ((state = 'open'::question_state) AND (to_agent_id IS NULL));

create table roster (
  agent_id uuid not null,
  company_id uuid not null,
  name text not null,
  name_key text not null,
  name_head text not null,
  role text not null,
  status text not null,
  reports_to uuid,
  chain uuid[] not null,
  wake_on_demand boolean not null,
  version integer not null,
  held_since timestamp(3) with time zone,
  constraint roster_pkey PRIMARY KEY (agent_id)
);
CREATE INDEX roster_by_chain ON roster USING gin (chain) WHERE (chain <> '{}'::uuid[]);
CREATE INDEX roster_by_name_head ON roster USING btree (company_id, name_head);
CREATE INDEX roster_held ON roster USING btree (company_id, agent_id) WHERE (held_since IS NOT NULL);

create table routine_firings (
  id uuid not null,
  company_id uuid not null,
  routine_id uuid not null,
  moment timestamp(3) with time zone not null,
  until timestamp(3) with time zone,
  cause text not null,
  outcome text not null,
  reason text,
  variables jsonb not null default '{}'::jsonb,
  issue_id uuid,
  decided_at timestamp(3) with time zone not null,
  constraint routine_firings_pkey PRIMARY KEY (id),
  constraint firings_make_issues CHECK ((outcome = 'fired'::text) = (issue_id IS NOT NULL)),
  constraint routine_firings_cause_check CHECK (cause = ANY (ARRAY['clock'::text, 'hand'::text, 'backfill'::text])),
  constraint routine_firings_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id),
  constraint routine_firings_outcome_check CHECK (outcome = ANY (ARRAY['fired'::text, 'queued'::text, 'skipped'::text, 'left_out'::text, 'failed'::text]))
);
CREATE INDEX routine_firings_by_issue ON routine_firings USING btree (issue_id) WHERE (issue_id IS NOT NULL);
CREATE UNIQUE INDEX routine_firings_by_moment ON routine_firings USING btree (routine_id, moment) WHERE (outcome <> 'left_out'::text);
CREATE INDEX routine_firings_decided ON routine_firings USING btree (decided_at);
CREATE INDEX routine_firings_of_routine ON routine_firings USING btree (routine_id, moment, id);
CREATE INDEX routine_firings_queued ON routine_firings USING btree (routine_id, moment) WHERE (outcome = 'queued'::text);

create table routine_months (
  routine_id uuid not null,
  month text not null,
  company_id uuid not null,
  spent_cents bigint not null,
  updated_at timestamp(3) with time zone not null default now(),
  constraint routine_months_pkey PRIMARY KEY (routine_id, month)
);
CREATE INDEX routine_months_by_age ON routine_months USING btree (updated_at);

create table routines (
  id uuid not null,
  company_id uuid not null,
  name text not null,
  template jsonb not null,
  variables jsonb not null,
  clock jsonb not null,
  overlap text not null,
  catch_up text not null,
  catch_up_cap integer not null,
  pause_after_failures integer not null,
  status text not null,
  pause_reason text,
  next_fire_at timestamp(3) with time zone,
  fired integer not null default 0,
  failures_in_row integer not null default 0,
  last_issue_id uuid,
  proposed_by_agent_id uuid,
  activated_by_user_id uuid,
  activated_by_name text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  archived_at timestamp(3) with time zone,
  version integer not null,
  budget_monthly_cents bigint not null default 0,
  exhausted_month text,
  constraint routines_pkey PRIMARY KEY (id),
  constraint only_active_routines_fire CHECK (next_fire_at IS NULL OR status = 'active'::text),
  constraint routines_catch_up_check CHECK (catch_up = ANY (ARRAY['none'::text, 'latest'::text, 'all'::text])),
  constraint routines_last_issue_id_fkey FOREIGN KEY (last_issue_id) REFERENCES issues(id),
  constraint routines_overlap_check CHECK (overlap = ANY (ARRAY['skip'::text, 'queue'::text, 'together'::text, 'replace'::text])),
  constraint routines_status_check CHECK (status = ANY (ARRAY['proposed'::text, 'active'::text, 'paused'::text, 'archived'::text]))
);
CREATE INDEX routines_archived ON routines USING btree (archived_at) WHERE (archived_at IS NOT NULL);
CREATE INDEX routines_by_company ON routines USING btree (company_id, id) WHERE (status <> 'archived'::text);
CREATE INDEX routines_due ON routines USING btree (next_fire_at, id) WHERE (next_fire_at IS NOT NULL);
CREATE INDEX routines_exhausted ON routines USING btree (id) WHERE ((exhausted_month IS NOT NULL) AND (status = 'active'::text));
CREATE INDEX routines_waiting ON routines USING btree (id) WHERE ((status = 'proposed'::text) OR ((status = 'paused'::text) AND (pause_reason <> 'manual'::text)));

create table waits (
  id uuid not null,
  company_id uuid not null,
  issue_id uuid not null,
  agent_id uuid not null,
  by_agent_id uuid,
  by_user_id uuid,
  note text not null,
  until timestamp(3) with time zone,
  deadline timestamp(3) with time zone,
  on_deadline text not null,
  next_at timestamp(3) with time zone generated always as (LEAST(until, deadline)) stored,
  signal boolean not null,
  token_hash bytea,
  received text,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  cause text,
  key text,
  redacted jsonb,
  constraint waits_pkey PRIMARY KEY (id),
  constraint waits_cause_check CHECK (cause = ANY (ARRAY['due'::text, 'signal'::text, 'deadline'::text, 'cancelled'::text])),
  constraint waits_end_for_a_cause CHECK ((ended_at IS NULL) = (cause IS NULL)),
  constraint waits_have_an_end CHECK (signal OR until IS NOT NULL OR key IS NOT NULL),
  constraint waits_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issues(id),
  constraint waits_on_deadline_check CHECK (on_deadline = ANY (ARRAY['wake'::text, 'block'::text, 'cancel'::text]))
);
CREATE INDEX waits_by_issue ON waits USING btree (issue_id, ((ended_at IS NULL)), id);
CREATE INDEX waits_by_key ON waits USING btree (company_id, key) WHERE ((ended_at IS NULL) AND (key IS NOT NULL));
CREATE UNIQUE INDEX waits_by_token ON waits USING btree (token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX waits_due ON waits USING btree (next_at, id) WHERE ((ended_at IS NULL) AND (next_at IS NOT NULL));
CREATE INDEX waits_ended ON waits USING btree (ended_at) WHERE (ended_at IS NOT NULL);

create table workspaces (
  id uuid not null,
  company_id uuid not null,
  project_id uuid not null,
  name text not null,
  cwd text,
  repo_url text,
  repo_ref text,
  is_primary boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  version integer not null default 1,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_are_somewhere CHECK (cwd IS NOT NULL OR repo_url IS NOT NULL),
  constraint workspaces_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);
CREATE INDEX workspaces_by_project ON workspaces USING btree (project_id, id);
CREATE UNIQUE INDEX workspaces_one_primary_per_project ON workspaces USING btree (project_id) WHERE is_primary;
