-- outside a transaction
-- The times that the sweep looks for, and what is overdue in the inboxes of people. Nearly all
-- issues have no time and are in none of these indexes. Code of the release before reads none.
-- step
drop index concurrently if exists issues_due;
-- step
create index concurrently issues_due on issues (due_at, id)
  where due_at is not null and status > 'done';
-- step
drop index concurrently if exists issues_due_untold;
-- step
create index concurrently issues_due_untold on issues (due_at, id)
  where due_at is not null and status > 'done' and overdue_told_for is distinct from due_at;
-- step
drop index concurrently if exists issues_due_unescalated;
-- step
create index concurrently issues_due_unescalated on issues (due_at, id)
  where due_at is not null and status > 'done' and overdue_told_for = due_at
    and overdue_escalated_for is distinct from due_at;
