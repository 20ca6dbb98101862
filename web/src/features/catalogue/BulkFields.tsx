// What is to change, one form per kind of change. Each says the change it stands for, or what is wrong with it.
import { ASSET_STATUSES } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import { COUNTRIES } from '@padron/contract/countries'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useUser } from '../../session/user-context.ts'
import { FormField } from '../../ui/FormField.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import { BulkValueFields } from './BulkValueFields.tsx'
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
      <fieldset className="bulk__modes flex-wrap">
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

export const BULK_FORMS: Record<BulkKind, (props: Props) => ReactNode> = {
  status: StatusFields,
  tags: TagFields,
  field: BulkValueFields,
  state: StateFields,
}
