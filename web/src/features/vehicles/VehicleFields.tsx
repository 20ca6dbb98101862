// The groups of the form, in the order in which a circulation card has them.
import { TAGS_OF_VEHICLE_FAIL } from '@padron/contract/tags'
import type { ReactNode } from 'react'
import { useCan } from '../../session/user-context.ts'
import { TagLabel } from '../../ui/TagLabel.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import { FieldControl } from './FieldControl.tsx'
import { GROUPS } from './field-groups.ts'
import { ReplacementFields } from './ReplacementFields.tsx'
import type { VehicleForm } from './use-vehicle-form.ts'

/** For who may look at tags and not give them. */
const TagsShown = ({ form: { stored } }: { form: VehicleForm }): ReactNode => (
  <fieldset>
    <legend>Etiquetas</legend>
    <p className="tags row gap-4 clip tags--all">
      {stored?.tags.map(({ tagId, tagName, tagColor }) => (
        <TagLabel key={tagId} name={tagName} color={tagColor} />
      ))}
      {!stored?.tags.length && <span className="muted">Sin etiquetas</span>}
    </p>
  </fieldset>
)

export const VehicleFields = ({ form }: { form: VehicleForm }): ReactNode => {
  const gives = useCan('tags_admin')
  const sees = useCan('tags_read')
  const { country } = form.setting
  const [identity, ...rest] = GROUPS.map(({ title, rows }) => (
    <fieldset key={title}>
      <legend>{title}</legend>
      <div className={title === 'Notas' ? 'form__rows stack' : 'form__columns'}>
        {rows
          .filter(({ kind }) => kind !== 'documentType' || country === 'CO')
          .map((row) => (
            <FieldControl key={row.field} form={form} row={row} />
          ))}
      </div>
    </fieldset>
  ))
  return (
    <>
      {identity}
      {!form.stored && <ReplacementFields form={form} />}
      {rest}
      {gives && (
        <TagsField
          value={form.values.tags}
          fault={form.faults.tags}
          failed={TAGS_OF_VEHICLE_FAIL}
          onChange={(tags) => form.put('tags', tags)}
        />
      )}
      {!gives && sees && form.stored && <TagsShown form={form} />}
    </>
  )
}
