-- What the dashboard counts: the runs that live and those that failed lately, and not every run
-- that there ever was. Code that does not know the indexes is none the worse for them.

create index runs_live_by_company on runs (company_id) where status in ('queued', 'running');
create index runs_failed_by_company on runs (company_id, finished_at)
  where status in ('failed', 'timed_out', 'lost');
