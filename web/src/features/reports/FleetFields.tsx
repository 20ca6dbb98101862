// Of which vehicles a report is: those of a saved view that the company shares, or those of a filter.
import { COUNTRIES } from '@padron/contract/countries'
import { STATES } from '@padron/contract/states'
import type { ReactNode } from 'react'
import { useCan, useUser } from '../../session/user-context.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import type { ReportValues } from './report-values.ts'
import { ViewField } from './ViewField.tsx'

const TEXT_AT_MOST = 100

const { TagsField, TextField } = formFields<ReportValues>()
const PART = { hint: 'Una parte basta; vacío: todos.', maxLength: TEXT_AT_MOST } as const

const Filter = (): ReactNode => {
  const { country } = useUser()
  const { taxId, state } = COUNTRIES[country]
  const readsTags = useCan('tags_read')
  const { values, faults, put } = useFormContext<ReportValues>()
  const states = STATES.filter((one) => one.country === country)
  return (
    <>
      <div className="form__columns">
        <TextField name="taxName" label={`${taxId} que contiene`} {...PART} />
        <TextField name="lessor" label="Arrendadora que contiene" {...PART} />
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

const WAYS: readonly { by: ReportValues['by']; label: string }[] = [
  { by: 'filter', label: 'Los activos, o parte de ellos' },
  { by: 'view', label: 'Los de una vista guardada' },
]

export const FleetFields = (): ReactNode => {
  const { values, put } = useFormContext<ReportValues>()
  return (
    <fieldset className="editor__part ruled-above">
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
