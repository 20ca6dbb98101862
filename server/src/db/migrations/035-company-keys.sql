-- outside a transaction
-- The vehicles of a holder, for sources that answer one question about all of them; an entry only where there is a
-- holder's identifier.
drop index concurrently if exists vehicle_by_tax_identifier; -- safe: left invalid by a run that was killed
create index concurrently vehicle_by_tax_identifier on vehicle (tenant_id, tax_identifier, vehicle_id)
  where tax_identifier is not null;

-- Trigrams of all companies answered the search by plate, VIN and identifier; 036 reads the company's own keys. Until
-- then the functions find the same, only slower.
drop index concurrently if exists vehicle_trgm; -- safe: as said
