// The profile that each group of the identity provider gives: rows of both, the first match applies.
import { GROUPS_AT_MOST } from '@padron/contract/company-sign-in'
import { profiles } from '@padron/contract/profiles'
import { statusNotice } from '../../api/notify.ts'
import { Button } from '../../ui/Button.tsx'
import { FormField } from '../../ui/fields/FormField.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { useFormContext } from '../../ui/form/Form.tsx'
import type { GroupValues, ProviderValues } from './provider-values.ts'
import { useProfileOptions } from './use-profile-options.ts'

export const GroupRows = () => {
  const { values, faults, busy, put } = useFormContext<ProviderValues>()
  const { options, isLoading, failure } = useProfileOptions()
  const change = (groups: readonly GroupValues[]): void => put({ groups })
  const setRow = (at: number, row: Partial<GroupValues>): void =>
    change(values.groups.map((each, i) => (i === at ? { ...each, ...row } : each)))
  return (
    <fieldset className="stack gap-12">
      <legend>Perfiles por grupo</legend>
      <p className="muted">
        Quien entra por primera vez y no tiene usuario recibe el perfil del primero de sus grupos que esté aquí. Sin
        grupos aquí, no se crean usuarios.
      </p>
      {failure && (
        <p role="alert">
          {statusNotice(failure.error) ?? `${profiles.list.fails}.`}{' '}
          <Button label="Reintentar" kind="link" onClick={failure.retry} />
        </p>
      )}
      {values.groups.map(({ group, presetId }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and rows are not reordered
        <div key={i} className="provider-group">
          <FormField label={`Grupo ${i + 1}`} required fault={faults[`groups.${i}.group`]}>
            {(control) => (
              <input
                {...control}
                type="text"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                readOnly={busy}
                value={group}
                onChange={({ target }) => setRow(i, { group: target.value })}
              />
            )}
          </FormField>
          <FormField label={`Perfil del grupo ${i + 1}`} required fault={faults[`groups.${i}.presetId`]}>
            {(control) => (
              <Select
                {...control}
                options={options}
                empty={isLoading ? 'Cargando…' : 'Seleccione un perfil'}
                value={presetId}
                onChange={(chosen) => setRow(i, { presetId: chosen ?? null })}
              />
            )}
          </FormField>
          <Button
            label={`Quitar grupo ${i + 1}`}
            small
            onClick={() => change(values.groups.filter((_, other) => other !== i))}
          />
        </div>
      ))}
      <div>
        <Button
          label="Agregar grupo"
          icon="plus"
          small
          disabled={values.groups.length >= GROUPS_AT_MOST}
          onClick={() => change([...values.groups, { group: '', presetId: null }])}
        />
      </div>
    </fieldset>
  )
}
