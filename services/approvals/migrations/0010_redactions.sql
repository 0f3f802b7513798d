-- Who has taken away the words of an approval or of a comment on one, when and why. Code of the
-- release before leaves the columns alone and shows what stands in their place.
alter table approvals add column redacted jsonb;
alter table approval_comments add column redacted jsonb;
