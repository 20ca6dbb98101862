// The fields of the user's form.
import { NO_PROFILE, profiles } from '@padron/contract/profiles'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useCall } from '../../api/use-call.ts'
import { useCan } from '../../session/user-context.ts'
import { FormField } from '../../ui/FormField.tsx'
import { TagsField } from '../../ui/TagsField.tsx'
import type { UserForm } from './use-user-form.ts'
import { type InfoField, LABELS } from './user-values.ts'

type Input = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>
const CODE = { autoCapitalize: 'none', spellCheck: false } as const

const INPUTS: Readonly<Record<InfoField, Input>> = {
  firstName: { type: 'text', autoCapitalize: 'words', spellCheck: false },
  lastName: { type: 'text', autoCapitalize: 'words', spellCheck: false },
  userCustomId: { type: 'text', ...CODE },
  userEmail: { type: 'text', inputMode: 'email', ...CODE },
  userPhone: { type: 'text', inputMode: 'tel', ...CODE },
}

type Props = { form: UserForm; company: string }

const UsernameField = ({ form: { values, faults, put, check, stored }, company }: Props): ReactNode => (
  <FormField
    label={LABELS.username}
    required
    fault={faults.username}
    hint={stored?.user.isSelf && 'Su propio nombre de usuario lo cambia otra persona.'}
  >
    {(field) => (
      <span className="affix">
        <span className="affix__before" id={`${field.id}-company`}>
          {company}-
        </span>
        <input
          {...field}
          {...CODE}
          aria-describedby={`${field.id}-company ${field['aria-describedby'] ?? ''}`.trim()}
          type="text"
          autoComplete="off"
          disabled={stored?.user.isSelf ?? false}
          value={values.username}
          onChange={({ target }) => put('username', target.value)}
          onBlur={() => check('username')}
        />
      </span>
    )}
  </FormField>
)

const ProfileField = ({ form: { values, faults, put, check, stored } }: { form: UserForm }): ReactNode => {
  const { data, error, isError, refetch } = useCall(profiles.list, {})
  const offered = (data?.catalogFilter ?? []).map(({ preset }) => preset).filter(({ presetId }) => presetId !== 0)
  const above = offered.some(({ editable }) => !editable)
  const held = stored?.preset
  const nothing = () => {
    if (data) return 'Seleccione un perfil'
    return isError ? 'No disponible' : 'Cargando…'
  }
  const hint = () => {
    if (stored?.user.isSelf) return 'Su propio perfil lo cambia otra persona.'
    if (above) return 'Los perfiles con permisos que usted no tiene no se pueden asignar.'
    if (!isError) return undefined
    return (
      <>
        {statusNotice(error) ?? `${profiles.list.fails}.`}{' '}
        <button type="button" className="link-button" onClick={() => void refetch()}>
          Reintentar
        </button>
      </>
    )
  }
  return (
    <FormField label={LABELS.preset} required fault={faults.preset} hint={hint()}>
      {(field) => (
        <select
          {...field}
          disabled={stored?.user.isSelf ?? false}
          value={values.preset}
          onChange={({ target }) => put('preset', Number(target.value))}
          onBlur={() => check('preset')}
        >
          {(!held || held.presetId === NO_PROFILE) && (
            <option value={NO_PROFILE}>{held?.rolePresetName ?? nothing()}</option>
          )}
          {held && held.presetId !== NO_PROFILE && !offered.some(({ presetId }) => presetId === held.presetId) && (
            <option value={held.presetId}>{held.rolePresetName}</option>
          )}
          {offered.map(({ presetId, rolePresetName, editable }) => (
            <option key={presetId} value={presetId} disabled={!editable}>
              {rolePresetName}
              {!editable && ' (tiene permisos que usted no tiene)'}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

const InfoInput = ({ form: { values, faults, put, check }, name }: { form: UserForm; name: InfoField }): ReactNode => (
  <FormField
    label={LABELS[name]}
    fault={faults[name]}
    hint={name === 'userPhone' && !faults.userPhone && '10 números, sin espacios'}
  >
    {(field) => (
      <input
        {...field}
        {...INPUTS[name]}
        autoComplete="off"
        value={values[name]}
        onChange={({ target }) => put(name, target.value)}
        onBlur={() => check(name)}
      />
    )}
  </FormField>
)

export const UserFields = ({ form, company }: Props): ReactNode => {
  const withTags = useCan('tags_read')
  return (
    <>
      <fieldset>
        <legend>Acceso</legend>
        <div className="form__columns">
          <UsernameField form={form} company={company} />
          <ProfileField form={form} />
        </div>
      </fieldset>
      <fieldset>
        <legend>Datos personales</legend>
        <div className="form__columns">
          <InfoInput form={form} name="firstName" />
          <InfoInput form={form} name="lastName" />
          <InfoInput form={form} name="userCustomId" />
          <InfoInput form={form} name="userEmail" />
          <InfoInput form={form} name="userPhone" />
        </div>
      </fieldset>
      {withTags && (
        <TagsField value={form.values.tags} fault={form.faults.tags} onChange={(tags) => form.put('tags', tags)} />
      )}
    </>
  )
}
