-- Documents of issues, of projects and, with neither, of companies. A version is a row of its own
-- with its text; a deleted document stays as a row for a time, so that one that is written under
-- its key later does not count its versions from the beginning. Code of the release before neither
-- reads nor writes these tables.
create table documents (
  id uuid primary key,
  company_id uuid not null,
  issue_id uuid references issues (id),
  project_id uuid references projects (id),
  key text not null,
  version integer not null check (version > 0),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  deleted_by_user_id uuid,
  deleted_by_name text,
  constraint document_of_one check (issue_id is null or project_id is null)
);
create unique index documents_by_key on documents (company_id, issue_id, project_id, key)
  nulls not distinct where deleted_at is null;
-- What is deleted by its age, and the last version under a key.
create index documents_deleted on documents (deleted_at) where deleted_at is not null;
create index documents_deleted_by_key on documents (company_id, key) where deleted_at is not null;

create table document_versions (
  document_id uuid not null references documents (id) on delete cascade,
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
  created_at timestamptz(3) not null,
  primary key (document_id, version)
);
