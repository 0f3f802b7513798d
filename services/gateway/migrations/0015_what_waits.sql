-- What waits for a board user in the gateway: pending join requests, and webhooks disabled because
-- their receivers fail, few of many. Code of the release before does not read these indexes.
create index join_requests_pending on join_requests (company_id, id) where status = 'pending';
create index webhooks_failing on webhooks (company_id, id) where disabled_reason = 'failing';
