// One field of the form: its label, the control its kind asks for, what is wrong with it, and what deserves a second look.
import { statesOf } from '@padron/contract/states'
import { DOCUMENT_TYPES, type DocumentType } from '@padron/contract/tax-ids'
import type { SuggestedField } from '@padron/contract/vehicle-fields'
import type { FormField as FieldName } from '@padron/contract/vehicle-rules'
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { type FieldProps, FormField, Hints } from '../../ui/FormField.tsx'
import { type FormRow, HINTED, type Kind, REQUIRED } from './field-groups.ts'
import { useSuggestions } from './use-suggestions.ts'
import type { VehicleForm } from './use-vehicle-form.ts'
import { titleOf } from './vehicle-values.ts'

type Control = FieldProps & { value: string; onChange: (value: string) => void; onBlur: () => void }

const INPUTS: Partial<Record<Kind, InputHTMLAttributes<HTMLInputElement>>> = {
  code: { autoCapitalize: 'characters', spellCheck: false, className: 'vehicle-code' },
  number: { inputMode: 'numeric' },
  day: { placeholder: 'dd/mm/aaaa' },
}

const Input = ({
  kind,
  onChange,
  list,
  ...control
}: Control & { kind: Kind; list?: string | undefined }): ReactNode => (
  <input
    type="text"
    autoComplete="off"
    {...INPUTS[kind]}
    {...control}
    {...(list && { list })}
    onChange={({ target }) => onChange(target.value)}
  />
)

/** Offers the values in use; any other may be typed. */
const Suggested = ({ field, ...control }: Control & { field: SuggestedField }): ReactNode => {
  const list = useId()
  const [active, setActive] = useState(false)
  const values = useSuggestions(field, control.value, active)
  const leave = (): void => {
    setActive(false)
    control.onBlur()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only told that the field inside it has the focus
    <span className="suggested stack" onFocus={() => setActive(true)}>
      <Input {...control} kind="suggested" list={list} onBlur={leave} />
      <datalist id={list}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </span>
  )
}

const Long = ({ onChange, ...control }: Control): ReactNode => (
  <textarea {...control} rows={3} onChange={({ target }) => onChange(target.value)} />
)

type StateProps = Control & { country: VehicleForm['setting']['country'] }
const StateSelect = ({ onChange, country, ...control }: StateProps): ReactNode => (
  <select {...control} onChange={({ target }) => onChange(target.value)}>
    <option value="">Seleccione…</option>
    {statesOf(country).map(({ stateId, stateName }) => (
      <option key={stateId} value={stateId}>
        {stateName}
      </option>
    ))}
  </select>
)

const DOCUMENT_NAMES: Readonly<Record<DocumentType, string>> = {
  NIT: 'NIT',
  CC: 'Cédula de ciudadanía (CC)',
  CE: 'Cédula de extranjería (CE)',
  PA: 'Pasaporte (PA)',
  PPT: 'Permiso por protección temporal (PPT)',
}
const DocumentTypeSelect = ({ onChange, ...control }: Control): ReactNode => (
  <select {...control} onChange={({ target }) => onChange(target.value)}>
    <option value="">Según el número</option>
    {DOCUMENT_TYPES.map((type) => (
      <option key={type} value={type}>
        {DOCUMENT_NAMES[type]}
      </option>
    ))}
  </select>
)

const FieldHints = ({ form, field }: { form: VehicleForm; field: FieldName }): ReactNode => {
  const { hints, stored, changed } = form
  // Once, though both may change.
  const told = (['plate', 'vin'] as const).find((one) => changed.includes(one))
  const said = hints.filter((hint) => hint.field === field).map(({ message }) => message)
  return <Hints texts={[...said, ...(stored && field === told ? [IDENTITY_CHANGES] : [])]} />
}

export const IDENTITY_CHANGES =
  'Cambiar la placa o el VIN borra el estado de sus consultas y vuelve a preguntar a las fuentes; la placa anterior se sigue encontrando.'

export const FieldControl = ({ form, row: { field, kind } }: { form: VehicleForm; row: FormRow }): ReactNode => {
  const { values, faults, put, check, setting } = form
  const hint = HINTED.includes(field) ? <FieldHints form={form} field={field} /> : kind === 'day' && 'Día/mes/año'
  return (
    <FormField
      label={titleOf(field, setting.country)}
      required={REQUIRED.includes(field)}
      fault={faults[field]}
      hint={hint}
    >
      {(props) => {
        const control: Control = {
          ...props,
          value: values[field],
          onChange: (value) => put(field, value),
          onBlur: () => check(field),
        }
        if (kind === 'state') return <StateSelect {...control} country={setting.country} />
        if (kind === 'documentType') return <DocumentTypeSelect {...control} />
        if (kind === 'long') return <Long {...control} />
        if (kind === 'suggested') return <Suggested {...control} field={field as SuggestedField} />
        return <Input {...control} kind={kind} />
      }}
    </FormField>
  )
}
