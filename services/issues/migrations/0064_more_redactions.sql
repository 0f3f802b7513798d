-- Who has taken away the words of a version, a file, a question or a wait, when and why; as of
-- comments. Code of the release before leaves the columns alone, and shows what stands there.
alter table document_versions add column redacted jsonb;
alter table files add column redacted jsonb;
alter table questions add column redacted jsonb;
alter table waits add column redacted jsonb;
