// A new token: what it is for, what it may do, until when. What was typed stays in this browser until it is made or given up.
import { holds, PERMISSIONS } from '@padron/contract/permissions'
import { tokens as calls, NewToken, TOKEN_NAME_MAX, type Token } from '@padron/contract/tokens'
import { type ReactNode, useMemo } from 'react'
import { notify } from '../../api/notify.ts'
import { useNow } from '../../api/use-now.ts'
import { dayOf } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { formFields } from '../../ui/form/fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { PermissionsField } from './PermissionsField.tsx'
import { DAYS, draftShape, NEW, type TokenValues } from './token-values.ts'
import { DAY_MS } from './token-words.ts'

export type Made = { token: string; created: Token }
const { SelectField, TextField } = formFields<TokenValues>()

/** The token is shown once, and nobody was there to see it. */
const UNSEEN = 'El token se creó, pero no llegó a mostrarse: revóquelo y cree otro.'
const LEAVING = {
  title: '¿Descartar el token?',
  yes: 'Descartar',
  text: 'Lo que eligió se pierde; todavía no se ha creado ningún token.',
}

type Props = { onMade: (made: Made) => void; onClose: () => void }

export const TokenDialog = ({ onMade, onClose }: Props): ReactNode => {
  const { role, zone } = useUser()
  const held = useMemo(() => PERMISSIONS.filter((permission) => holds(role, permission)), [role])
  const form = useForm({
    stored: NEW,
    schema: NewToken,
    draft: { name: 'new-token', shape: draftShape(held) },
    call: calls.create,
    args: ({ permissions, ...values }) => ({ body: { ...values, permissions: [...permissions] } }),
    notice: ({ created }) => notify('done', calls.create.done, { about: created.name }),
    onSaved: onMade,
    onSavedAfterLeaving: ({ created }) => notify('warning', UNSEEN, { about: created.name }),
  })
  const ends = dayOf(useNow() + form.values.days * DAY_MS, zone)
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
        <SelectField name="days" label="Duración" required hint={`Vence el ${ends}.`} options={DAYS} />
      </div>
      <PermissionsField held={held} />
      <p className="muted token-form__note">
        El token puede lo que usted pueda en cada momento: si a usted le quitan un permiso, al token también. Con él no
        se cambian contraseñas ni se crean tokens.
      </p>
    </FormDialog>
  )
}
