-- How many issues of each status a company has, kept by every write instead of counted by every
-- dashboard. Old code keeps it as well, because a trigger does. It waits for COMMIT: then the
-- writer holds the head row of its company's log, so no write waits for a counter, and none locks
-- two of them in another order.

create table issue_counts (
  company_id uuid not null,
  status issue_status not null,
  count integer not null,
  constraint issue_counts_pkey primary key (company_id, status)
);

-- With the owner's rights: the service's role gets its own after the migration, and old code writes
-- meanwhile.
create function add_to_issue_count(company uuid, of_status issue_status, change integer)
returns void language sql security definer
begin atomic
  insert into issue_counts as c (company_id, status, count) values (company, of_status, change)
  on conflict (company_id, status) do update set count = c.count + excluded.count;
end;

create function count_issue() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform add_to_issue_count(old.company_id, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform add_to_issue_count(new.company_id, new.status, 1);
  end if;
  return null;
end $$;

-- Writers wait from here to the end of the migration, so that no issue is missed or counted twice.
create constraint trigger issues_are_counted
  after insert or delete on issues deferrable initially deferred
  for each row execute function count_issue();
create constraint trigger issues_are_counted_where_they_are
  after update of status on issues deferrable initially deferred
  for each row when (old.status <> new.status)
  execute function count_issue();

insert into issue_counts (company_id, status, count)
select company_id, status, count(*) from issues group by company_id, status;

-- Work in progress by its last activity: what was active lately is counted, and the stale is
-- listed, without the rest.
create index issues_in_progress on issues (company_id, updated_at, id)
  where status = 'in_progress';
