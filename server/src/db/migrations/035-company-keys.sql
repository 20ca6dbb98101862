-- outside a transaction
-- Trigrams of all companies answered the search by plate, VIN and identifier; 036 reads the company's own keys. Until
-- then the functions find the same, only slower.
drop index concurrently if exists vehicle_trgm; -- safe: as said
