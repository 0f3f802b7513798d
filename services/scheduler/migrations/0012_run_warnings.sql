-- A run carries warnings, such as one about usage that it reported without its nonce. Old code
-- neither reads nor adds any: it believes every line of output.

alter table runs add column warnings text[] not null default '{}';
create index runs_usage_ignored on runs (company_id, created_at)
  where 'usage_ignored' = any (warnings);
