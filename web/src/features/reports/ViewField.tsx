// The saved view whose vehicles are meant: one that the company shares, so that who gets the report depends on nobody's own views.
import { views } from '@padron/contract/views'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuietCall } from '../../api/use-quiet-call.ts'
import { useCan } from '../../session/user-context.ts'
import { formFields } from '../../ui/form/fields.tsx'
import { FailureLine } from '../../ui/LoadFailure.tsx'
import type { ReportValues } from './report-values.ts'

const { SelectField } = formFields<ReportValues>()
const HINT = 'Con su filtro y su orden; si alguien cambia la vista, el reporte cambia con ella.'

const None = (): ReactNode => (
  <p className="note">
    No hay vistas compartidas. En <Link to="/">Vehículos</Link>, filtre, guarde una vista y compártala con toda la
    empresa; después elíjala aquí.
  </p>
)

export const ViewField = (): ReactNode => {
  const may = useCan('vehicles_read')
  const { data, error, isError, refetch } = useQuietCall(views.list, {}, { off: !may })
  if (!may) return <p className="note">Para elegir una vista guardada necesita el permiso de ver vehículos.</p>
  if (isError && !data)
    return <FailureLine title={`${views.list.fails}.`} error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Cargando las vistas…</p>
  const shared = data.views.filter((view) => view.shared)
  if (shared.length === 0) return <None />
  return (
    <SelectField
      name="viewId"
      label="Vista guardada"
      required
      hint={HINT}
      empty="Elija una"
      options={shared.map(({ viewId, name }) => ({ value: viewId, label: name }))}
    />
  )
}
