-- Connectors whose source lets no machine in, offers no such service or cannot be asked as documented are gone. What an installation had
-- them answer is captured by people from now on, by a decision that says so; runs, debts and captures stay. In a new installation there
-- is nothing to decide: the resources come after the migrations, without those connectors.
with gone (connector_key, reason) as (
  values
    ('mx-nl-estado-cuenta', 'El portal pide una verificación humana y ningún proveedor ofrece esta consulta'),
    ('mx-coahuila-pagafacil', 'El portal pide una verificación humana y ningún proveedor ofrece esta consulta'),
    ('mx-cdmx-infracciones', 'El portal pide una verificación humana y ningún proveedor ofrece esta consulta'),
    ('mx-cdmx-tenencia', 'El portal pide una verificación humana y ningún proveedor ofrece esta consulta'),
    ('mx-repuve-portal', 'El portal pide una verificación humana y ningún proveedor ofrece esta consulta'),
    ('co-runt-portal', 'El portal pide una verificación humana y ningún proveedor ofrece esta consulta'),
    ('mx-placa', 'Ningún proveedor documenta la consulta del estado de placa'),
    ('mx-robo', 'MSLA pide la CURP de una persona y su documento no dice cómo responde')),
-- Only what was in use: decided by somebody, or with an address to ask. A demo's own portals are set anew when it starts.
moved as (
  select r.resource_id, r.resource_name, r.country, r.retired, g.reason,
    -- What a person had decided is not lost with the decision.
    case when s.resource_id is null then ''
      else concat('. Antes: ', s.decided_by, ', ', to_char(s.decided_at, 'YYYY-MM-DD'), coalesce(', «' || s.reason || '»', '')) end as former
  from resource r
  left join resource_service s on s.resource_id = r.resource_id
  join gone g on g.connector_key = case when s.resource_id is null then r.connector_key else s.connector_key end
  join portal p on p.portal_key = r.portal_key
  where s.resource_id is not null or (p.base_url is not null and not p.simulated)),
decided as (
  insert into resource_service (resource_id, connector_key, decided_by, reason)
  select resource_id, null, 'Padrón', reason || former from moved
  on conflict (resource_id) do update set connector_key = null, decided_by = excluded.decided_by, decided_at = now(), reason = excluded.reason),
-- Nobody asks them any more: what was open about them would stay open for ever.
closed_alarms as (
  -- safe: some ten open alarms of an installation, which no company's transaction writes
  update source_alarm set closed_at = now() where closed_at is null and connector_key in (select connector_key from gone)),
left_portals as (
  -- safe: seven rows, of portals that no connector asks any more
  update portal p set base_url = null, failures = 0, failing_since = null, recent = '', open_until = null, open_seconds = 0
  where p.portal_key in ('nl-icv', 'coahuila', 'cdmx-infracciones', 'cdmx-tenencia', 'repuve-portal', 'runt-portal', 'msla')
    and not exists (select from json_connector j where j.definition -> 'portal' ->> 'key' = p.portal_key)
  returning p.portal_key),
closed_outages as (
  -- safe: one open outage a portal at most, of the same portals
  update source_outage set ended_at = now() where ended_at is null and portal_key in (select portal_key from left_portals))
insert into news_item (title, information, country)
select 'Fuentes que ahora se capturan a mano',
  'Padrón dejó de consultar fuentes que piden una verificación humana o que no documentan su consulta: ' ||
  string_agg(distinct resource_name, ', ' order by resource_name) ||
  '. Lo que se sabía se conserva con su fecha. Lo que falte o venza está en la lista de captura manual.', country
from moved
where not retired and exists (select from company)
group by country;
