-- Companies that are erased: what is left of each is its id and the number of rows. The release
-- before knows nothing of it: its processes leave the work to others.

create table erasures (
  company_id uuid primary key,
  -- `first` deletes all but the cursors, which hold what still comes; `reported` waits until every
  -- service has done so and no log is left; `last` deletes the cursors and what has come meanwhile.
  phase text not null default 'first',
  begun_at timestamptz(3) not null default now(),
  -- Numbers of the rows that were deleted, by table.
  deleted jsonb not null default '{}',
  -- The table, and its block, where the next step begins; null where a pass begins.
  next_table text,
  next_block bigint not null default 0,
  -- Whether the pass has deleted anything: then another one follows.
  found boolean not null default false,
  erased_at timestamptz(3),
  done_at timestamptz(3),
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  last_error text,
  constraint erasures_phase_known check (phase in ('first', 'reported', 'last', 'done'))
);
create index erasures_due on erasures (due_at) where phase <> 'done';
