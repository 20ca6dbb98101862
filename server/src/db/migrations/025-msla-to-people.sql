-- The connector of MSLA is gone: its question needs a person's CURP, which the product does not know, and its document shows no real
-- answer. What a decision gave to it is captured by people from now on, by a decision that says so; runs, debts and captures stay.
with moved as (
  insert into resource_service (resource_id, connector_key, decided_by, reason)
  select resource_id, null, 'Padrón', 'MSLA pide la CURP de una persona y su documento no dice cómo responde'
  from resource_service
  where connector_key = 'mx-robo'
  on conflict (resource_id) do update set connector_key = null, decided_by = excluded.decided_by, decided_at = now(), reason = excluded.reason
  returning resource_id)
insert into news_item (title, information, country)
select 'Fuentes que ahora se capturan a mano',
  'Padrón dejó de consultar a MSLA, que pide la CURP de una persona y no documenta cómo responde: ' ||
  string_agg(distinct r.resource_name, ', ' order by r.resource_name) ||
  '. Lo que se sabía se conserva con su fecha. Lo que falte o venza está en la lista de captura manual.', r.country
from moved m join resource r on r.resource_id = m.resource_id
where not r.retired and exists (select from company)
group by r.country;
