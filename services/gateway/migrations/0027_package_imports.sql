-- Imports of company packages: what is made of the files, one row after the other. Rows are stored
-- before their import begins, so those of one that never did belong to none; they go with age. Code
-- of the release before knows neither table, and leaves running imports to the others.
create table package_imports (
  id uuid primary key,
  company_id uuid not null,
  plan_hash text not null,
  status text not null check (status in ('running', 'done')),
  -- With whose rights the rows are made.
  by_user_id uuid not null,
  -- Since the last row that was made.
  attempts integer not null default 0,
  due_at timestamptz(3),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  constraint package_imports_due_while_running check ((status = 'running') = (due_at is not null))
);
create unique index package_imports_one_running on package_imports (company_id)
  where status = 'running';
create index package_imports_due on package_imports (due_at) where status = 'running';

create table package_import_rows (
  -- Without its last two digits, which number the requests that make it.
  id uuid primary key,
  import_id uuid not null,
  company_id uuid not null,
  position integer not null,
  kind text not null,
  slug text not null,
  -- What is made; null once that is over.
  step jsonb,
  status text not null check (status in ('waiting', 'done', 'partial', 'refused')),
  code text,
  thing_id uuid
);
create unique index package_import_rows_in_order on package_import_rows (import_id, position);
create index package_import_rows_by_slug on package_import_rows (company_id, kind, slug);
