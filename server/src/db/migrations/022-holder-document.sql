-- By what document the holder of a vehicle is asked about. `tax_identifier` carries the type in front of the number («CE 123456»), so
-- that lists, workbooks, the record and webhooks show it; `tax_identifier_type` repeats it for queries. It is null where the number
-- stands alone: then the number tells it (a company's NIT), or the company's usual type.
-- A generated column would rewrite the table.
alter table vehicle add column tax_identifier_type text;

create function type_of_tax_identifier() returns trigger language plpgsql as $$
begin
  new.tax_identifier_type := substring(new.tax_identifier from '^(NIT|CC|CE|PA|PPT) ');
  return new;
end $$;
create trigger type_of_tax_identifier before insert or update of tax_identifier on vehicle
  for each row execute function type_of_tax_identifier();

alter table company add column holder_document_type text check (holder_document_type in ('NIT', 'CC', 'CE', 'PA', 'PPT'));
