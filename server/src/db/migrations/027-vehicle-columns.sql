-- What a new text field of the vehicle costs the database: `select add_vehicle_text_column('warranty_folio', 150)`, and its row in
-- contract/src/vehicle-fields.ts. The record of changes and the webhooks follow the column from then on, as they do the others.
create function add_vehicle_text_column(column_name text, most integer) returns void language plpgsql as $$
declare
  -- the columns that are followed, as the record's trigger lists them in its last argument
  listed text := (select (string_to_array(encode(tgargs, 'escape'), '\000'))[4] from pg_trigger
    where tgrelid = 'vehicle'::regclass and tgname = 'audit_changed');
  definition text;
  trigger_name name;
begin
  execute format('alter table vehicle add column %I text', column_name);
  -- not valid: there is nothing yet to look through, and what is written from now on is checked
  execute format('alter table vehicle add constraint %I check (length(%I) <= %s) not valid', column_name || '_length', column_name, most);
  execute format('alter table vehicle_import_row add column %I text', column_name);
  for trigger_name, definition in
    select tgname, pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'vehicle'::regclass and not tgisinternal and strpos(pg_get_triggerdef(oid), listed) > 0
  loop
    execute format('drop trigger %I on vehicle', trigger_name);
    execute replace(replace(definition, listed, listed || ' ' || column_name),
      replace(listed, ' ', ', '), replace(listed, ' ', ', ') || ', ' || column_name);
  end loop;
end $$;
revoke all on function add_vehicle_text_column(text, integer) from public;
