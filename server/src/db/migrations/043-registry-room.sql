-- A repeated answer writes the date of what the registry says and no indexed column: with room on its page the row stays
-- there. Without, the first repetition moved two rows of three, with their index entries.
alter table vehicle_registry set (fillfactor = 75, autovacuum_vacuum_scale_factor = 0.05);
