// Of which vehicles a report is: those of a saved view that the company shares, or those of a filter.
import { COUNTRIES } from '@padron/contract/countries'
import { STATES } from '@padron/contract/states'
import type { ReactNode } from 'react'
import { useCan, useUser } from '../../session/user-context.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import type { ReportValues } from './report-values.ts'
import type { ReportForm } from './use-report-form.ts'
import { ViewField } from './ViewField.tsx'

const TEXT_AT_MOST = 100

type TextProps = { form: ReportForm; label: string; name: 'taxName' | 'lessor' }

const TextPart = ({ form: { values, faults, change }, label, name }: TextProps): ReactNode => (
  <FormField label={label} fault={faults[name]} hint="Una parte basta; vacío: todos.">
    {(field) => (
      <input
        {...field}
        type="text"
        autoComplete="off"
        maxLength={TEXT_AT_MOST}
        value={values[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    )}
  </FormField>
)

const Filter = ({ form }: { form: ReportForm }): ReactNode => {
  const { country } = useUser()
  const { taxId, state } = COUNTRIES[country]
  const readsTags = useCan('tags_read')
  const { values, faults, change } = form
  const states = STATES.filter((one) => one.country === country)
  return (
    <>
      <div className="form__columns">
        <TextPart form={form} label={`${taxId} que contiene`} name="taxName" />
        <TextPart form={form} label="Arrendadora que contiene" name="lessor" />
      </div>
      <Combobox
        label={`${state}s`}
        placeholder="Todos"
        options={states.map(({ stateId, stateName }) => ({ value: stateId, label: stateName }))}
        value={values.states}
        onChange={(chosen) => change({ states: chosen })}
      />
      {faults.states && <small className="field__fault">{faults.states}</small>}
      {readsTags && (
        <TagsField
          value={values.tags}
          fault={faults.tags}
          makes={false}
          onChange={(tags) => change({ tags: [...tags] })}
        />
      )}
    </>
  )
}

const WAYS: readonly { by: ReportValues['by']; label: string }[] = [
  { by: 'filter', label: 'Los activos, o parte de ellos' },
  { by: 'view', label: 'Los de una vista guardada' },
]

export const FleetFields = ({ form }: { form: ReportForm }): ReactNode => {
  const { values, change } = form
  return (
    <fieldset className="editor__part">
      <legend>De qué vehículos</legend>
      <div className="form__rows">
        <div className="editor__ways">
          {WAYS.map(({ by, label }) => (
            <label key={by} className="check">
              <input type="radio" name="by" checked={values.by === by} onChange={() => change({ by })} />
              {label}
            </label>
          ))}
        </div>
        {values.by === 'view' ? <ViewField form={form} /> : <Filter form={form} />}
      </div>
    </fieldset>
  )
}
