// The form of a service account, new or edited: name, permissions, expiry and allowed addresses. The draft of a new one
// stays in this browser until it is created or discarded.
import { DAY_MS } from '@padron/contract/days'
import type { Permission } from '@padron/contract/permissions'
import { serviceAccounts as calls, type ServiceAccount } from '@padron/contract/service-accounts'
import { numericDay } from '@padron/contract/texts/day-texts'
import { TOKEN_DAYS_CHOICES, TOKEN_NAME_MAX } from '@padron/contract/tokens'
import { z } from 'zod/mini'
import { formRefusalText } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { useQuietCall } from '../../api/use-call.ts'
import { useNow } from '../../api/use-now.ts'
import { dateInText, localDay } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { conflictOptions } from '../../ui/form/conflict-options.ts'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { PermissionsField, permissionsDraft, useOwnPermissions } from './PermissionsField.tsx'
import { type AccountSecret, UNSEEN_SECRET } from './ServiceSecret.tsx'
import {
  changedBody,
  changeFaults,
  NEW,
  newBody,
  newFaults,
  type ServiceAccountValues,
  toServiceAccountValues,
} from './service-account-values.ts'
import { daysText } from './token-texts.ts'

const { LongTextField, SelectField, TextField } = formFields<ServiceAccountValues>()
const DAYS = TOKEN_DAYS_CHOICES.map((days) => ({ value: days as number | undefined, label: daysText(days) }))

const draftShape = (available: readonly Permission[]) =>
  z.object({
    name: z.string(),
    permissions: permissionsDraft(available),
    days: z.int().check(z.refine((days) => DAYS.some(({ value }) => value === days))),
    addresses: z.string(),
  })

const CONFLICT = {
  gone: 'Otra persona revocó esta cuenta. Lo que escribió sigue aquí: puede copiarlo en una nueva.',
  outdated:
    'Otra persona cambió esta cuenta mientras usted la editaba. Lo que escribió sigue aquí y, si guarda de nuevo, ' +
    'reemplaza lo que esa persona puso en los mismos campos.',
}

type Props = {
  /** Undefined: a new account. */
  account: ServiceAccount | undefined
  onSecret: (secret: AccountSecret) => void
  onClose: () => void
}

export const ServiceAccountDialog = ({ account: initialAccount, onSecret, onClose }: Props) => {
  const list = useQuietCall(calls.list, {}, { off: !initialAccount })
  const isEdited = ({ serviceAccountId }: ServiceAccount): boolean =>
    serviceAccountId === initialAccount?.serviceAccountId
  const account = list.data?.serviceAccounts.find(isEdited) ?? initialAccount
  const call = account ? calls.edit : calls.create
  const { zone } = useUser()
  const now = useNow()
  const available = useOwnPermissions()
  const form = useForm({
    stored: account ? toServiceAccountValues(account) : NEW,
    validate: account ? changeFaults : newFaults,
    draft: { name: account ? undefined : 'new-service-account', shape: draftShape(available) },
    version: account?.version,
    call,
    args: (values, { version }) => {
      if (!account) return { body: newBody(values) }
      const params = { serviceAccountId: `${account.serviceAccountId}` }
      return { params, body: { ...changedBody(values), version } }
    },
    about: () => account?.name,
    ...conflictOptions(
      CONFLICT,
      (error) => formRefusalText(error, call),
      () => void list.refetch(),
    ),
    notice: (reply) => {
      if ('secret' in reply) notify('done', calls.create.done, { about: reply.serviceAccount.name })
      else notify('done', calls.edit.done, { about: reply.name })
    },
    onSaved: (reply) => {
      if ('secret' in reply) onSecret(reply)
      else onClose()
    },
    onSavedAfterLeaving: (reply) => {
      if ('secret' in reply) notify('warning', UNSEEN_SECRET, { about: reply.serviceAccount.name })
    },
  })
  const { days } = form.values
  const unchanged = account && {
    value: undefined,
    label: `No cambiar: ${account.status === 'expired' ? 'venció' : 'vence'} el ${dateInText(account.expiresAt, zone)}`,
  }
  return (
    <FormDialog
      form={form}
      title={account ? 'Editar cuenta de servicio' : 'Crear cuenta de servicio'}
      verb={account ? 'Guardar cuenta' : 'Crear cuenta'}
      question={UNSAVED_TEXT}
      shape="wide"
      onClose={onClose}
    >
      <div className="form__columns">
        <TextField
          name="name"
          label="Qué programa es"
          required
          hint="Con este nombre queda en el registro de actividad lo que haga."
          maxLength={TOKEN_NAME_MAX}
          placeholder="ERP"
        />
        <SelectField
          name="days"
          label="Duración"
          required
          hint={days !== undefined && `Vence el ${numericDay(localDay(now + days * DAY_MS, zone))}.`}
          options={unchanged ? [unchanged, ...DAYS] : DAYS}
          emptyValue={undefined}
        />
      </div>
      <PermissionsField available={available} />
      <LongTextField
        name="addresses"
        label="Direcciones desde las que puede llamar"
        hint="Direcciones IP o rangos, una por línea. Sin ninguna, desde cualquiera."
        rows={3}
        spellCheck={false}
        placeholder={'203.0.113.7\n2001:db8:1::/48'}
      />
      <p className="muted measure">
        La cuenta es de la empresa: sigue aunque se vaya quien la creó, y ve toda la flota. Con ella no se cambian
        contraseñas, tokens ni cuentas de servicio.
      </p>
    </FormDialog>
  )
}
