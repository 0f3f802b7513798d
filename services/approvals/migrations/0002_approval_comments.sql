-- Comments on approvals. A table of its own: code that does not know it does not miss it.

create table approval_comments (
  id uuid primary key,
  approval_id uuid not null references approvals (id),
  company_id uuid not null,
  body text not null check (length(body) > 0),
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  run_id uuid,
  created_at timestamptz(3) not null default now(),
  constraint a_comment_has_one_author check ((author_agent_id is null) <> (author_user_id is null))
);
create index approval_comments_oldest_first on approval_comments (approval_id, created_at, id);
