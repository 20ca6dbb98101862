-- Connectors whose source lets no machine in, or offers no such service, are gone. What they answered for is captured by people from
-- now on, by a decision that says so; runs, debts and captures stay. In a new installation there is nothing to decide: the resources
-- come after the migrations, without those connectors.
insert into resource_service (resource_id, connector_key, decided_by, reason)
select resource_id, null, 'Padrón', case
  when connector_key = 'mx-placa' then 'Ningún proveedor documenta la consulta del estado de placa'
  else 'El portal pide una verificación humana y ningún proveedor ofrece esta consulta' end
from resource
where connector_key in ('mx-nl-estado-cuenta', 'mx-coahuila-pagafacil', 'mx-placa', 'mx-cdmx-infracciones', 'mx-cdmx-tenencia',
  'mx-repuve-portal', 'co-runt-portal')
on conflict (resource_id) do update set connector_key = null, decided_by = excluded.decided_by, decided_at = now(), reason = excluded.reason;

-- Theft reports are asked of another provider by default. Who has a contract with this one keeps it.
insert into resource_service (resource_id, connector_key, decided_by, reason)
select r.resource_id, r.connector_key, 'Padrón', 'La instalación ya consultaba esta fuente'
from resource r join portal p on p.portal_key = r.portal_key
where r.resource_key = 'mx-4' and r.connector_key = 'mx-robo' and p.base_url is not null and not p.simulated
on conflict do nothing;

insert into news_item (title, information, country)
select 'Fuentes que ahora se capturan a mano',
  'Padrón dejó de consultar portales que piden una verificación humana: ' ||
  string_agg(distinct r.resource_name, ', ' order by r.resource_name) ||
  '. Lo que se sabía se conserva con su fecha. Lo que falte o venza está en la lista de captura manual.', r.country
from resource_service s join resource r on r.resource_id = s.resource_id
where s.connector_key is null and s.decided_by = 'Padrón' and not r.retired and exists (select from company)
group by r.country;
