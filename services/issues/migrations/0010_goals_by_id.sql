-- A service that joins a company reads its goals in an order that no change of a goal alters.
create index goals_by_company on goals (company_id, id);
