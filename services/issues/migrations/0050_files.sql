-- Files of issues: what is known of them; their bytes are in the store of files. A row is there
-- before the bytes come, so that what an interrupted upload leaves is found: until they are whole,
-- and after the deletion, nothing refers to it, and a sweep deletes first the bytes, then the row.
-- Code of the release before neither reads nor writes these tables.
create table files (
  id uuid primary key,
  company_id uuid not null,
  issue_id uuid not null references issues (id),
  document_id uuid,
  document_key text,
  name text not null,
  type text not null,
  bytes bigint not null check (bytes >= 0),
  sha256 text,
  author_agent_id uuid,
  author_user_id uuid,
  author_name text not null,
  run_id uuid,
  created_at timestamptz(3) not null,
  left_at timestamptz(3),
  constraint stored_file_is_whole check (left_at is not null or sha256 is not null)
);
create index files_of_issue on files (issue_id, id) where left_at is null;
create index files_of_document on files (document_id) where left_at is null;
-- What a company has, without reading the rows.
create index files_of_company on files (company_id) include (bytes);
create index files_left on files (left_at, id) where left_at is not null;

-- The bytes that a company has sent in a month.
create table file_months (
  company_id uuid not null,
  month date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (company_id, month)
);
