// The fields of a bulk change, one form per kind of change, and the change that their values describe.
import { COUNTRIES, type Country } from '@padron/contract/places/countries'
import { BULK_FIELDS, type BulkChange, type BulkField } from '@padron/contract/vehicles'
import { fieldTitle, VEHICLE_FIELDS } from '@padron/contract/vehicles/fields'
import { fieldFault } from '@padron/contract/vehicles/rules'
import type { ReactNode } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { useUser } from '../../../session/user-context.ts'
import { DateInput } from '../../../ui/fields/DateInput.tsx'
import { FormField } from '../../../ui/fields/FormField.tsx'
import { TagsField } from '../../../ui/fields/TagsField.tsx'
import { useFormContext } from '../../../ui/form/Form.tsx'
import { type Faults, hasFaults, onlyFaults } from '../../../ui/form/faults.ts'
import { formFields } from '../../../ui/form/fields.tsx'
import { useFilterNames } from '../filters/use-filter-names.ts'
import { statusChoices } from '../filters.ts'

export type BulkKind = 'status' | 'tags' | 'field' | 'state'

/** The contract's maximum number in one change. */
const TAGS_AT_MOST = 30

export const NO_CHANGE = {
  status: null as number | null,
  stateId: null as number | null,
  mode: 'add' as 'add' | 'remove',
  tags: [] as readonly number[],
  field: null as BulkField | null,
  value: '',
  isCleared: false,
}
export type BulkValues = typeof NO_CHANGE

const kindOf = (field: BulkField | null) => VEHICLE_FIELDS.find((row) => row.field === field)?.kind

export const bulkFaults = ({ tags, field, value, isCleared }: BulkValues, country: Country): Faults =>
  onlyFaults({
    tags: tags.length > TAGS_AT_MOST && `Elija ${TAGS_AT_MOST} etiquetas como máximo.`,
    value:
      field && !isCleared && value.trim()
        ? fieldFault(field, value, { country, thisYear: new Date(serverNow()).getFullYear(), mode: 'edit' })
        : undefined,
  })

/** The change that the values describe; undefined while they are incomplete. */
export const changeOf = (kind: BulkKind, values: BulkValues, country: Country): BulkChange | undefined => {
  const { status, stateId, mode, tags, field, isCleared } = values
  if (hasFaults(bulkFaults(values, country))) return undefined
  if (kind === 'status') return status === null ? undefined : { status }
  if (kind === 'state') return stateId === null ? undefined : { stateId }
  if (kind === 'tags') return tags.length ? { tags: { add: [], remove: [], [mode]: [...tags] } } : undefined
  const value = values.value.trim()
  if (!field || !(isCleared || value)) return undefined
  return { field, value: isCleared ? null : kindOf(field) === 'number' ? Number(value) : value }
}

const { SelectField } = formFields<BulkValues>()

const StatusFields = () => (
  <SelectField name="status" label="Nuevo estatus" required empty="Elija un estatus" options={statusChoices()} />
)

const StateFields = () => {
  const { country } = useUser()
  const label = `Nuevo ${COUNTRIES[country].state.toLowerCase()}`
  return <SelectField name="stateId" label={label} required empty="Elija uno" options={useFilterNames().states} />
}

const MODES = [
  { mode: 'add', label: 'Agregar etiquetas' },
  { mode: 'remove', label: 'Quitar etiquetas' },
] as const

// Faults are displayed at once: the form cannot be saved while there are any.
const TagFields = () => {
  const { country } = useUser()
  const { values, put } = useFormContext<BulkValues>()
  return (
    <>
      <fieldset className="bulk__modes flex-wrap">
        <legend className="visually-hidden">Qué hacer con las etiquetas</legend>
        {MODES.map(({ mode, label }) => (
          <label key={mode} className="check">
            <input type="radio" name="tags-mode" checked={values.mode === mode} onChange={() => put({ mode })} />
            {label}
          </label>
        ))}
      </fieldset>
      <TagsField value={values.tags} fault={bulkFaults(values, country).tags} onChange={(tags) => put({ tags })} />
    </>
  )
}

/** One field: its new value, validated by the rules of the vehicle form, or its removal. */
const ValueFields = () => {
  const { country } = useUser()
  const { values, put } = useFormContext<BulkValues>()
  const { field, value, isCleared } = values
  const kind = kindOf(field)
  return (
    <div className="form__columns">
      <SelectField
        name="field"
        label="Campo"
        required
        empty="Elija un campo"
        options={BULK_FIELDS.map((one) => ({ value: one, label: fieldTitle(one, country) }))}
        onChange={(next) => put({ field: next, value: '', isCleared: false })}
      />
      {field && (
        <div className="stack gap-8">
          <FormField label="Nuevo valor" required={!isCleared} fault={bulkFaults(values, country).value}>
            {(control) =>
              kind === 'day' ? (
                <DateInput {...control} disabled={isCleared} value={value} onChange={(day) => put({ value: day })} />
              ) : (
                <input
                  {...control}
                  type="text"
                  {...(kind === 'number' && { inputMode: 'numeric' as const })}
                  maxLength={1000}
                  autoComplete="off"
                  disabled={isCleared}
                  value={value}
                  onChange={({ target }) => put({ value: target.value })}
                />
              )
            }
          </FormField>
          <label className="check">
            <input
              type="checkbox"
              checked={isCleared}
              onChange={({ target }) => put({ value: '', isCleared: target.checked })}
            />
            Dejar vacío
          </label>
        </div>
      )}
    </div>
  )
}

export const BULK_FIELDS_OF: Record<BulkKind, () => ReactNode> = {
  status: StatusFields,
  tags: TagFields,
  field: ValueFields,
  state: StateFields,
}
