// The form of a new token: name, permissions and expiry. The draft stays in this browser until the token is created or
// the draft discarded.
import { DAY_MS } from '@padron/contract/days'
import type { Permission } from '@padron/contract/permissions'
import { numericDay } from '@padron/contract/texts/day-texts'
import { tokens as calls, NewToken, TOKEN_DAYS_CHOICES, TOKEN_NAME_MAX, type Token } from '@padron/contract/tokens'
import { z } from 'zod/mini'
import { notify } from '../../api/notify.ts'
import { useNow } from '../../api/use-now.ts'
import { localDay } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { PermissionsField, permissionsDraft, useOwnPermissions } from './PermissionsField.tsx'
import { daysText } from './token-texts.ts'

type TokenValues = { name: string; permissions: readonly Permission[]; days: number }

/** No permission is selected initially. */
const NEW: TokenValues = { name: '', permissions: [], days: 90 }
const DAYS = TOKEN_DAYS_CHOICES.map((days) => ({ value: days, label: daysText(days) }))

const { SelectField, TextField } = formFields<TokenValues>()

const draftShape = (available: readonly Permission[]) =>
  z.object({
    name: z.string(),
    permissions: permissionsDraft(available),
    days: z.int().check(z.refine((days) => DAYS.some(({ value }) => value === days))),
  })

export type Made = { token: string; created: Token }

/** The notice about a token that was created after its dialog was closed. */
const UNSEEN = 'El token se creó, pero no llegó a mostrarse: revóquelo y cree otro.'
const LEAVING = {
  title: '¿Descartar el token?',
  yes: 'Descartar',
  text: 'Lo que eligió se pierde; todavía no se ha creado ningún token.',
}

export const TokenDialog = ({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) => {
  const { zone } = useUser()
  const available = useOwnPermissions()
  const form = useForm({
    stored: NEW,
    schema: NewToken,
    draft: { name: 'new-token', shape: draftShape(available) },
    call: calls.create,
    args: ({ permissions, ...values }) => ({ body: { ...values, permissions: [...permissions] } }),
    notice: ({ created }) => notify('done', calls.create.done, { about: created.name }),
    onSaved: onMade,
    onSavedAfterLeaving: ({ created }) => notify('warning', UNSEEN, { about: created.name }),
  })
  const ends = localDay(useNow() + form.values.days * DAY_MS, zone)
  return (
    <FormDialog
      form={form}
      title="Crear token de acceso"
      verb="Crear token"
      question={LEAVING}
      shape="wide"
      onClose={onClose}
    >
      <div className="form__columns">
        <TextField
          name="name"
          label="Para qué es"
          required
          hint="El programa que lo va a usar."
          maxLength={TOKEN_NAME_MAX}
          placeholder="ERP de compras"
        />
        <SelectField name="days" label="Duración" required hint={`Vence el ${numericDay(ends)}.`} options={DAYS} />
      </div>
      <PermissionsField available={available} />
      <p className="muted measure">
        El token puede lo que usted pueda en cada momento: si a usted le quitan un permiso, al token también. Con él no
        se cambian contraseñas ni se crean tokens.
      </p>
    </FormDialog>
  )
}
