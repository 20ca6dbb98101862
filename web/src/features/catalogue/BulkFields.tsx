// What is to change, one form per kind of change. Each says the change it stands for, or what is wrong with it.
import { ASSET_STATUSES } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import { COUNTRIES } from '@padron/contract/countries'
import { fieldTitle, VEHICLE_FIELDS } from '@padron/contract/vehicle-fields'
import { fieldFault } from '@padron/contract/vehicle-rules'
import { BULK_FIELDS, type BulkChange, type BulkField } from '@padron/contract/vehicles'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/use-call.ts'
import { useUser } from '../../session/user-context.ts'
import { FormField } from '../../ui/FormField.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import { type BulkDraft, type BulkKind, NO_CHANGE } from './bulk-kinds.ts'

/** What the wire takes in one change. */
const TAGS_AT_MOST = 30

type Props = { onDraft: (draft: BulkDraft) => void }

const StatusFields = ({ onDraft }: Props): ReactNode => (
  <FormField label="Nuevo estatus" required>
    {(field) => (
      <select
        {...field}
        defaultValue=""
        onChange={({ target }) => onDraft(target.value ? { change: { status: Number(target.value) } } : NO_CHANGE)}
      >
        <option value="">Elija un estatus</option>
        {ASSET_STATUSES.filter(({ choosable }) => choosable).map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    )}
  </FormField>
)

const StateFields = ({ onDraft }: Props): ReactNode => {
  const { country } = useUser()
  const { data } = useCall(catalogue.states, {})
  return (
    <FormField label={`Nuevo ${COUNTRIES[country].state.toLowerCase()}`} required>
      {(field) => (
        <select
          {...field}
          defaultValue=""
          onChange={({ target }) => onDraft(target.value ? { change: { stateId: Number(target.value) } } : NO_CHANGE)}
        >
          <option value="">Elija uno</option>
          {data?.states.map(({ stateId, stateName }) => (
            <option key={stateId} value={stateId}>
              {stateName}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

const TagFields = ({ onDraft }: Props): ReactNode => {
  const [mode, setMode] = useState<'add' | 'remove'>('add')
  const [ids, setIds] = useState<readonly number[]>([])
  const fault = ids.length > TAGS_AT_MOST ? `Elija ${TAGS_AT_MOST} etiquetas como máximo.` : undefined
  const put = (next: 'add' | 'remove', chosen: readonly number[]): void => {
    setMode(next)
    setIds(chosen)
    const none: number[] = []
    const tags = { add: none, remove: none, [next]: [...chosen] }
    onDraft(chosen.length === 0 || chosen.length > TAGS_AT_MOST ? NO_CHANGE : { change: { tags } })
  }
  return (
    <>
      <fieldset className="bulk__modes">
        <legend className="visually-hidden">Qué hacer con las etiquetas</legend>
        {(
          [
            { value: 'add', label: 'Agregar etiquetas' },
            { value: 'remove', label: 'Quitar etiquetas' },
          ] as const
        ).map(({ value, label }) => (
          <label key={value} className="check">
            <input type="radio" name="tags-mode" checked={mode === value} onChange={() => put(value, ids)} />
            {label}
          </label>
        ))}
      </fieldset>
      <TagsField value={ids} fault={fault} onChange={(next) => put(mode, next)} />
    </>
  )
}

const kindOf = (field: BulkField) => VEHICLE_FIELDS.find((row) => row.field === field)?.kind

const changeOf = (field: BulkField, text: string, empty: boolean): BulkChange => {
  const value = kindOf(field) === 'number' ? Number(text) : text
  return { field, value: empty ? null : value }
}

const ValueFields = ({ onDraft }: Props): ReactNode => {
  const { country } = useUser()
  const [field, setField] = useState<BulkField | ''>('')
  const [text, setText] = useState('')
  const [clear, setClear] = useState(false)
  const [fault, setFault] = useState<string>()
  const put = (next: BulkField | '', typed: string, empty: boolean): void => {
    setField(next)
    setText(typed)
    setClear(empty)
    const rules = { country, thisYear: new Date(serverNow()).getFullYear(), mode: 'edit' } as const
    const wrong = next && !empty && typed.trim() ? fieldFault(next, typed, rules) : undefined
    setFault(wrong)
    onDraft(next && !wrong && (empty || typed.trim()) ? { change: changeOf(next, typed.trim(), empty) } : NO_CHANGE)
  }
  const kind = field && kindOf(field)
  return (
    <div className="form__columns">
      <FormField label="Campo" required>
        {(props) => (
          <select {...props} value={field} onChange={({ target }) => put(target.value as BulkField | '', '', false)}>
            <option value="">Elija un campo</option>
            {BULK_FIELDS.map((one) => (
              <option key={one} value={one}>
                {fieldTitle(one, country)}
              </option>
            ))}
          </select>
        )}
      </FormField>
      {field && (
        <div className="bulk__value">
          <FormField label="Nuevo valor" required={!clear} fault={fault}>
            {(props) => (
              <input
                {...props}
                type={kind === 'day' ? 'date' : 'text'}
                {...(kind === 'number' && { inputMode: 'numeric' as const })}
                maxLength={1000}
                autoComplete="off"
                disabled={clear}
                value={text}
                onChange={({ target }) => put(field, target.value, false)}
              />
            )}
          </FormField>
          <label className="check">
            <input type="checkbox" checked={clear} onChange={({ target }) => put(field, '', target.checked)} />
            Dejar vacío
          </label>
        </div>
      )}
    </div>
  )
}

export const BULK_FORMS: Record<BulkKind, (props: Props) => ReactNode> = {
  status: StatusFields,
  tags: TagFields,
  field: ValueFields,
  state: StateFields,
}
