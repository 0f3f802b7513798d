-- The id that a client has chosen for its request, beside our own: other clients may choose the
-- same. Code of the release before leaves the column alone. Events of requests without such an id
-- have no entry in the index.
alter table events add column client_request_id text;
create index events_by_client_request on events (company_id, client_request_id, seq)
  where client_request_id is not null;
