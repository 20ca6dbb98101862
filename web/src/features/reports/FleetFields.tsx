// The vehicles of a report: those of a shared saved view, or those of a filter.
import { COUNTRIES } from '@padron/contract/places/countries'
import { STATES } from '@padron/contract/places/states'
import { views } from '@padron/contract/views'
import { Link } from '@tanstack/react-router'
import { useQuietCall } from '../../api/use-call.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { Combobox } from '../../ui/overlay/Combobox.tsx'
import type { ReportValues } from './report-values.ts'

const { SelectField, TagsField, TextField } = formFields<ReportValues>()
const PART = { hint: 'Escriba solo una parte. En blanco: todos.', maxLength: 100 } as const

const Filter = () => {
  const { country } = useUser()
  const { taxId, state } = COUNTRIES[country]
  const readsTags = useCan('tags_read')
  const { values, faults, put } = useFormContext<ReportValues>()
  const states = STATES.filter((one) => one.country === country)
  return (
    <>
      <div className="form__columns">
        <TextField name="taxName" label={`${taxId} contiene`} {...PART} />
        <TextField name="lessor" label="Arrendadora contiene" {...PART} />
      </div>
      <Combobox
        label={`${state}s`}
        placeholder="Todos"
        options={states.map(({ stateId, stateName }) => ({ value: stateId, label: stateName }))}
        value={values.states}
        onChange={(chosen) => put({ states: chosen })}
      />
      {faults.states && <small className="field__fault">{faults.states}</small>}
      {readsTags && <TagsField name="tags" makes={false} />}
    </>
  )
}

const VIEW_HINT = 'Con su filtro y su orden; si alguien cambia la vista, el reporte cambia con ella.'

/** Selects a saved view that the company shares, so that the report does not depend on a user's private views. */
const ViewField = () => {
  const may = useCan('vehicles_read')
  const { viewId: value } = useFormContext<ReportValues>().values
  const { data, error, isError, refetch } = useQuietCall(views.list, {}, { off: !may })
  if (!may) return <p className="note">Para elegir una vista guardada necesita el permiso de ver vehículos.</p>
  if (isError && !data) return <FailureLine title={`${views.list.fails}.`} query={{ error, refetch }} />
  if (!data) return <p role="status">Cargando las vistas…</p>
  const shared = data.views.filter((view) => view.shared && (!view.unreadable || view.viewId === value))
  if (shared.length === 0)
    return (
      <p className="note">
        No hay vistas compartidas. En <Link to="/">Vehículos</Link>, filtre, guarde una vista y compártala con toda la
        empresa; después elíjala aquí.
      </p>
    )
  return (
    <SelectField
      name="viewId"
      label="Vista guardada"
      required
      hint={VIEW_HINT}
      empty="Elija una"
      options={shared.map(({ viewId, name }) => ({ value: viewId, label: name }))}
    />
  )
}

const WAYS: readonly { by: ReportValues['by']; label: string }[] = [
  { by: 'filter', label: 'Los activos, o parte de ellos' },
  { by: 'view', label: 'Los de una vista guardada' },
]

export const FleetFields = () => {
  const { values, put } = useFormContext<ReportValues>()
  return (
    <fieldset>
      <legend>De qué vehículos</legend>
      <div className="form__rows stack">
        <div className="editor__ways flex-wrap">
          {WAYS.map(({ by, label }) => (
            <label key={by} className="check">
              <input type="radio" name="by" checked={values.by === by} onChange={() => put({ by })} />
              {label}
            </label>
          ))}
        </div>
        {values.by === 'view' ? <ViewField /> : <Filter />}
      </div>
    </fieldset>
  )
}
