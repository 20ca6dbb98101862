// The groups of the form, in the order of a circulation card; for a new vehicle also why it is added: Expansión, or
// Reemplazo with the vehicle replaced and its new status (spec core §4, "Replacement on add").
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import { TAGS_OF_VEHICLE_FAIL } from '@padron/contract/tags'
import { REPLACEMENT_REASONS } from '@padron/contract/texts/form-texts'
import { useCall } from '../../api/use-call.ts'
import { useCan } from '../../session/user-context.ts'
import { TagLabel } from '../../ui/domain/TagLabel.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { FieldControl, GROUPS } from './FieldControl.tsx'
import type { VehicleForm } from './use-vehicle-form.ts'
import { VehicleCombobox } from './VehicleCombobox.tsx'
import { isReplacement, type VehicleValues, vehicleFieldTitle } from './vehicle-values.ts'

type Props = { form: VehicleForm }

const { Field, SelectField, TagsField } = formFields<VehicleValues>()

const REASONS = ACQUISITION_REASONS.map(({ id, text }) => ({ value: `${id}`, label: text }))
const REPLACED_BECAUSE = REPLACEMENT_REASONS.map((id) => ({ value: `${id}`, label: assetStatusText(id) }))
const CHOOSE = { required: true, empty: 'Seleccione…', emptyValue: '' }

const Replaced = ({ form }: Props) => {
  const id = Number(form.values.replacing)
  const { data } = useCall(
    catalogue.list,
    { body: { vehicleClass: { vehicleAsset: { vehicleAssetId: id } } } },
    { off: !id },
  )
  const row = id ? data?.vehicles[0] : undefined
  const hint = row && (
    <span role="status">
      {[`VIN ${row.vehicleAsset.vin}`, row.vehicleAsset.customId, assetStatusText(row.assetHistoric.assetStatusId)]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
  return (
    <Field name="replacing" label={vehicleFieldTitle('replacing', form.setting.country)} required hint={hint}>
      {(control, { put }) => (
        <VehicleCombobox
          field={control}
          chosen={id ? (row?.vehicleAsset.plate ?? `Vehículo ${id}`) : undefined}
          onChoose={(match) => put(match ? `${match.vehicleAssetId}` : '')}
        />
      )}
    </Field>
  )
}

const ReplacementFields = ({ form }: Props) => {
  const { country } = form.setting
  return (
    <fieldset>
      <legend>Alta</legend>
      <div className="form__columns">
        <SelectField
          name="acquisitionReasonId"
          label={vehicleFieldTitle('acquisitionReasonId', country)}
          options={REASONS}
          {...CHOOSE}
        />
        {isReplacement(form.values) && (
          <>
            <SelectField
              name="replacementReason"
              label={vehicleFieldTitle('replacementReason', country)}
              options={REPLACED_BECAUSE}
              {...CHOOSE}
            />
            <Replaced form={form} />
          </>
        )}
      </div>
    </fieldset>
  )
}

/** For users who may see tags but not assign them. */
const TagList = ({ form: { stored } }: Props) => (
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

export const VehicleFields = ({ form }: Props) => {
  const gives = useCan('tags_admin')
  const sees = useCan('tags_read')
  const [identity, ...rest] = GROUPS.map(({ title, rows }) => (
    <fieldset key={title}>
      <legend>{title}</legend>
      <div className={title === 'Notas' ? 'form__rows stack' : 'form__columns'}>
        {rows
          .filter(({ kind }) => kind !== 'documentType' || form.setting.country === 'CO')
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
      {gives && <TagsField name="tags" failed={TAGS_OF_VEHICLE_FAIL} />}
      {!gives && sees && form.stored && <TagList form={form} />}
    </>
  )
}
