-- What a new text field of the vehicle costs the database: `select add_vehicle_text_column('warranty_folio', 150)`, and its row in
-- contract/src/vehicle-fields.ts. The record of changes and the webhooks follow the column from then on, as they do the others.
create function add_vehicle_text_column(column_name text, max_length integer) returns void language plpgsql as $$
declare
  definition text;
  trigger_name name;
  -- the columns that the trigger follows: its last argument
  followed text;
  changed integer := 0;
begin
  execute format('alter table vehicle add column %I text', column_name);
  -- not valid: there is nothing yet to look through, and what is written from now on is checked
  execute format('alter table vehicle add constraint %I check (length(%I) <= %s) not valid', column_name || '_length', column_name, max_length);
  execute format('alter table vehicle_import_row add column %I text', column_name);
  for trigger_name, definition, followed in
    select tgname, pg_get_triggerdef(oid), substring(pg_get_triggerdef(oid) from '''(plate vin custom_id [a-z_ ]+)''') from pg_trigger
    where tgrelid = 'vehicle'::regclass and not tgisinternal and pg_get_triggerdef(oid) ~ '''plate vin custom_id [a-z_ ]+'''
  loop
    execute format('drop trigger %I on vehicle', trigger_name);
    execute replace(replace(definition, followed, followed || ' ' || column_name),
      replace(followed, ' ', ', '), replace(followed, ' ', ', ') || ', ' || column_name);
    changed := changed + 1;
  end loop;
  if changed <> 4 then
    raise exception 'of the vehicle''s triggers % follow its columns; the record has three and the webhooks one', changed;
  end if;
end $$;
revoke all on function add_vehicle_text_column(text, integer) from public;
