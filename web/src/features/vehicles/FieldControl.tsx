// One field of the form: its label, the control of its kind, its fault and its hints.
import { bareIdentifier } from '@padron/contract/assets'
import { catalogue, SEARCH_DEBOUNCE_MS } from '@padron/contract/catalogue'
import type { Country } from '@padron/contract/places/countries'
import { statesOf } from '@padron/contract/places/states'
import { DOCUMENT_TYPES, type DocumentType } from '@padron/contract/rules/tax-ids'
import {
  type FieldSection,
  type SuggestedField as SuggestedName,
  type VehicleFieldRow,
  WRITABLE_FIELDS,
} from '@padron/contract/vehicles/fields'
import type { FormField as FieldName } from '@padron/contract/vehicles/rules'
import { makerOf } from '@padron/contract/vehicles/wmi'
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { useQuietCall } from '../../api/use-call.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { Hints } from '../../ui/fields/FormField.tsx'
import type { Option } from '../../ui/fields/Select.tsx'
import { formFields, useFormField } from '../../ui/form/fields.tsx'
import type { VehicleForm } from './use-vehicle-form.ts'
import { type VehicleValues, vehicleFieldTitle } from './vehicle-values.ts'

type Kind = 'text' | 'code' | 'suggested' | 'number' | 'day' | 'long' | 'state' | 'documentType'
type FormRow = { field: FieldName; kind: Kind }

const kindOf = (row: VehicleFieldRow): Kind => {
  if (row.field === 'plate' || row.field === 'vin') return 'code'
  if (row.section === 'notes') return 'long'
  if (row.kind === 'number' || row.kind === 'day') return row.kind
  return 'suggested' in row ? 'suggested' : 'text'
}
const rowsOf = (section: FieldSection): FormRow[] =>
  WRITABLE_FIELDS.filter((row) => row.section === section).map((row) => ({ field: row.field, kind: kindOf(row) }))
const DOCUMENT_TYPE: FormRow = { field: 'taxIdentifierType', kind: 'documentType' }

/** The form's fields: the group and the kind of control of each. */
export const GROUPS: readonly { title: string; rows: readonly FormRow[] }[] = [
  { title: 'Identificación', rows: [...rowsOf('identity'), { field: 'stateId', kind: 'state' }] },
  {
    title: 'Titular',
    rows: rowsOf('holder').flatMap((row) => (row.field === 'taxIdentifier' ? [DOCUMENT_TYPE, row] : [row])),
  },
  { title: 'Vehículo', rows: rowsOf('vehicle') },
  { title: 'Registro', rows: rowsOf('registration') },
  { title: 'Notas', rows: rowsOf('notes') },
]

/** Fields whose hint changes while the user types. */
const HINTED: readonly FieldName[] = ['plate', 'vin', 'taxIdentifier']
const VIN_LENGTH = 17
/** A maker may sell under several brands; at most these many are offered. */
const OFFERED = 3
/** Fields that are always required. */
const REQUIRED: readonly FieldName[] = ['plate', 'vin', 'stateId']

type DayName = Extract<VehicleFieldRow, { kind: 'day' }>['field']

const { Field, TextField, LongTextField, SelectField } = formFields<VehicleValues>()

const INPUTS: Partial<Record<Kind, Omit<InputHTMLAttributes<HTMLInputElement>, 'required'>>> = {
  code: { autoCapitalize: 'characters', spellCheck: false, className: 'vehicle-code' },
  number: { inputMode: 'numeric' },
}

const DOCUMENT_NAMES: Readonly<Record<DocumentType, string>> = {
  NIT: 'NIT',
  CC: 'Cédula de ciudadanía (CC)',
  CE: 'Cédula de extranjería (CE)',
  PA: 'Pasaporte (PA)',
  PPT: 'Permiso por protección temporal (PPT)',
}

type Choice = { empty: string; options: (country: Country) => readonly Option<string>[] }
const CHOICES: Partial<Record<Kind, Choice>> = {
  state: {
    empty: 'Seleccione…',
    options: (country) =>
      statesOf(country).map(({ stateId, stateName }) => ({ value: `${stateId}`, label: stateName })),
  },
  documentType: {
    empty: 'Según el número',
    options: () => DOCUMENT_TYPES.map((value) => ({ value, label: DOCUMENT_NAMES[value] })),
  },
}

type Labelled = { name: FieldName; label: string; required: boolean; hint: ReactNode }

/** Offers the values in use; any other can be typed. A failure to load them is not reported. */
const SuggestedField = (field: Labelled) => {
  const list = useId()
  const [used, setUsed] = useState(false)
  const { value } = useFormField<string>(field.name)
  const like = useDebounced(value.trim(), SEARCH_DEBOUNCE_MS).slice(0, 100)
  const query = { field: field.name as SuggestedName, ...(like && { like }) }
  const { data } = useQuietCall(catalogue.suggestions, { query }, { keep: true, off: !used })
  return (
    <>
      <TextField {...field} list={list} onFocus={() => setUsed(true)} />
      <datalist id={list}>
        {data?.values.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}

export const IDENTITY_CHANGES =
  'Cambiar la placa o el VIN borra el estado de sus consultas y vuelve a preguntar a las fuentes; la placa ' +
  'anterior se sigue encontrando.'

const FieldHints = ({ form, field }: { form: VehicleForm; field: FieldName }) => {
  const { hints, stored, changed } = form
  // Shown once, even when both fields changed.
  const warned = (['plate', 'vin'] as const).find((one) => changed.includes(one))
  const texts = hints.filter((hint) => hint.field === field).map(({ message }) => message)
  return <Hints texts={[...texts, ...(stored && field === warned ? [IDENTITY_CHANGES] : [])]} />
}

/** Offers the maker encoded in the VIN while the brand is empty. */
const BrandOffer = ({ form }: { form: VehicleForm }) => {
  const vin = bareIdentifier(form.values.vin)
  if (form.values.brandName.trim() !== '' || vin.length !== VIN_LENGTH) return null
  const makes = (makerOf(vin)?.makes ?? []).slice(0, OFFERED)
  return (
    makes.length > 0 && (
      <span className="flex-wrap gap-4-12">
        {makes.map((make) => (
          <Button key={make} kind="link" label={`Usar ${make}`} onClick={() => form.put({ brandName: make })} />
        ))}
      </span>
    )
  )
}

const hintOf = (form: VehicleForm, field: FieldName, kind: Kind): ReactNode => {
  if (HINTED.includes(field)) return <FieldHints form={form} field={field} />
  if (field === 'brandName') return <BrandOffer form={form} />
  return kind === 'day' && 'Día/mes/año'
}

export const FieldControl = ({ form, row: { field, kind } }: { form: VehicleForm; row: FormRow }) => {
  const { country } = form.setting
  const labelled = {
    name: field,
    label: vehicleFieldTitle(field, country),
    required: REQUIRED.includes(field),
    hint: hintOf(form, field, kind),
  }
  const choice = CHOICES[kind]
  if (choice) return <SelectField {...labelled} empty={choice.empty} emptyValue="" options={choice.options(country)} />
  if (kind === 'day')
    return (
      <Field {...labelled} name={field as DayName}>
        {(control, { value, put, busy }) => <DateInput {...control} readOnly={busy} value={value} onChange={put} />}
      </Field>
    )
  if (kind === 'long') return <LongTextField {...labelled} rows={3} />
  if (kind === 'suggested') return <SuggestedField {...labelled} />
  return <TextField {...INPUTS[kind]} {...labelled} />
}
