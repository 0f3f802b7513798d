-- The issues that wear a label, in the order of lists: one page of a label that very many issues
-- wear is one scan. A trigger keeps it like an index, so code of the last release keeps it too.
create table issue_labels (
  issue_id uuid not null references issues (id),
  label_id uuid not null,
  company_id uuid not null,
  status issue_status not null,
  priority issue_priority not null,
  updated_at timestamptz(3) not null,
  primary key (issue_id, label_id)
);
create index issue_labels_by_label
  on issue_labels (label_id, status, priority, updated_at, issue_id);

insert into issue_labels (issue_id, label_id, company_id, status, priority, updated_at)
select distinct i.id, worn.label_id, i.company_id, i.status, i.priority, i.updated_at
from issues i cross join lateral unnest(i.label_ids) as worn (label_id);

create function keep_issue_labels() returns trigger language plpgsql as $$
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
end $$;

create trigger issues_keep_their_labels
  after insert on issues
  for each row when (new.label_ids <> '{}')
  execute function keep_issue_labels();
create trigger issues_keep_their_labels_up
  after update of label_ids, status, priority, updated_at on issues
  for each row when (old.label_ids <> '{}' or new.label_ids <> '{}')
  execute function keep_issue_labels();

drop index issues_by_label;
