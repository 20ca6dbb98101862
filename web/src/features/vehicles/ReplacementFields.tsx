// Why a vehicle is added: Expansión, or Reemplazo of which one and what became of it (spec core §4, "Replacement on add").
import { ACQUISITION_REASONS, assetStatusText } from '@padron/contract/assets'
import { catalogue } from '@padron/contract/catalogue'
import { REPLACEMENT_REASONS } from '@padron/contract/form-texts'
import type { FormField as Name } from '@padron/contract/vehicle-rules'
import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { FormField } from '../../ui/FormField.tsx'
import type { VehicleForm } from './use-vehicle-form.ts'
import { VehicleCombobox } from './VehicleCombobox.tsx'
import { titleOf } from './vehicle-values.ts'

type Option = { id: number; text: string }
type SelectProps = { form: VehicleForm; field: Name; options: readonly Option[] }

const Select = ({ form: { values, faults, put, setting }, field, options }: SelectProps): ReactNode => (
  <FormField label={titleOf(field, setting.country)} required fault={faults[field]}>
    {(props) => (
      <select {...props} value={values[field]} onChange={({ target }) => put(field, target.value)}>
        <option value="">Seleccione…</option>
        {options.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    )}
  </FormField>
)

const Replaced = ({ form: { values, faults, put, setting } }: { form: VehicleForm }): ReactNode => {
  const id = Number(values.replacing)
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
    <FormField label={titleOf('replacing', setting.country)} required fault={faults.replacing} hint={hint}>
      {(props) => (
        <VehicleCombobox
          field={props}
          chosen={id ? (row?.vehicleAsset.plate ?? `Vehículo ${id}`) : undefined}
          onChoose={(match) => put('replacing', match ? `${match.vehicleAssetId}` : '')}
        />
      )}
    </FormField>
  )
}

export const ReplacementFields = ({ form }: { form: VehicleForm }): ReactNode => (
  <fieldset>
    <legend>Alta</legend>
    <div className="form__columns">
      <Select form={form} field="acquisitionReasonId" options={ACQUISITION_REASONS} />
      {form.replaces && (
        <>
          <Select
            form={form}
            field="replacementReason"
            options={REPLACEMENT_REASONS.map((id) => ({ id, text: assetStatusText(id) }))}
          />
          <Replaced form={form} />
        </>
      )}
    </div>
  </fieldset>
)
