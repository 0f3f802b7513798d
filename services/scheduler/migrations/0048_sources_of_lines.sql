-- Which stream wrote the lines of a piece of output, and when they came: an array of
-- [line, milliseconds, 1 for standard error] for the lines at which either changes; null where
-- nobody knows. Code of the release before neither writes nor reads it: what it stores has none.
alter table run_log add column marks jsonb;
