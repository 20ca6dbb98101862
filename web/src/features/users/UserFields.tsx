// The fields of the user's form.
import { NO_PROFILE, profiles } from '@padron/contract/profiles'
import type { UserRow } from '@padron/contract/users'
import type { ReactNode } from 'react'
import { statusNotice } from '../../api/notify.ts'
import { useCall } from '../../api/use-call.ts'
import { useConfig } from '../../api/use-config.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { useFormContext } from '../../ui/form/Form.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { ScopeFields } from './ScopeFields.tsx'
import { LABELS, type UserValues } from './user-values.ts'

const { CheckField, SelectField, TagsField, TextField } = formFields<UserValues>()
const CODE = { autoCapitalize: 'none', spellCheck: false } as const
const NAME = { autoCapitalize: 'words', spellCheck: false } as const

const ProfileField = ({ row }: { row: UserRow | undefined }) => {
  const { data, error, isError, refetch } = useCall(profiles.list, {})
  const offered = (data?.catalogFilter ?? []).map(({ preset }) => preset).filter(({ presetId }) => presetId !== 0)
  const current = row?.preset
  const isOffered = offered.some(({ presetId }) => presetId === current?.presetId)
  const isSelf = row?.user.isSelf ?? false
  const noProfileText = (): string => {
    if (data) return 'Seleccione un perfil'
    return isError ? 'No disponible' : 'Cargando…'
  }
  const hint = () => {
    if (isSelf) return 'Su propio perfil lo cambia otra persona.'
    if (offered.some(({ editable }) => !editable))
      return 'Los perfiles con permisos que usted no tiene no se pueden asignar.'
    if (!isError) return undefined
    return (
      <>
        {statusNotice(error) ?? `${profiles.list.fails}.`}{' '}
        <Button label="Reintentar" kind="link" onClick={() => void refetch()} />
      </>
    )
  }
  return (
    <SelectField
      name="preset"
      label={LABELS.preset}
      required
      hint={hint()}
      disabled={isSelf}
      options={[
        ...(isOffered
          ? []
          : [{ value: current?.presetId ?? NO_PROFILE, label: current?.rolePresetName ?? noProfileText() }]),
        ...offered.map(({ presetId, rolePresetName, editable }) => ({
          value: presetId,
          label: editable ? rolePresetName : `${rolePresetName} (tiene permisos que usted no tiene)`,
          disabled: !editable,
        })),
      ]}
    />
  )
}

type Props = {
  row: UserRow | undefined
  company: string
  /** Displayed beside the email address. */
  password: ReactNode
}

export const UserFields = ({ row, company, password }: Props) => {
  const withTags = useCan('tags_read')
  const { faults } = useFormContext<UserValues>()
  const config = useConfig()
  const isSelf = row?.user.isSelf ?? false
  const phoneHint = !faults.userPhone && '10 dígitos, sin espacios'
  return (
    <>
      <fieldset>
        <legend>Acceso</legend>
        <div className="form__columns">
          <TextField
            name="username"
            label={LABELS.username}
            required
            before={`${company}-`}
            {...CODE}
            disabled={isSelf}
            hint={isSelf && 'Su propio nombre de usuario lo cambia otra persona.'}
          />
          <ProfileField row={row} />
        </div>
      </fieldset>
      <fieldset>
        <legend>Datos personales</legend>
        <div className="form__columns">
          <TextField name="firstName" label={LABELS.firstName} {...NAME} />
          <TextField name="lastName" label={LABELS.lastName} {...NAME} />
          <TextField name="userCustomId" label={LABELS.userCustomId} {...CODE} />
          <TextField name="userEmail" label={LABELS.userEmail} inputMode="email" {...CODE} />
          {password}
          <TextField name="userPhone" label={LABELS.userPhone} inputMode="tel" {...CODE} hint={phoneHint} />
        </div>
      </fieldset>
      {!row && config?.mail && (
        <CheckField name="invite" label="Invitar por correo: elige su contraseña con un enlace de 30 minutos" />
      )}
      {!isSelf && !row?.user.isMain && <ScopeFields />}
      {withTags && (
        <>
          <TagsField name="tags" />
          <p className="muted">Las etiquetas del usuario no limitan lo que ve; eso se elige arriba, en «Ve».</p>
        </>
      )}
    </>
  )
}
