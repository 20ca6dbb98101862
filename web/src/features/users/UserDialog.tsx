// 'Agregar usuario' and 'Editar usuario' (spec bulk §2, §5).
import { LINK_MINUTES } from '@padron/contract/account-links'
import { type UserRow, users } from '@padron/contract/users'
import { useEffect, useRef, useState } from 'react'
import { statusOf } from '../../api/api-error.ts'
import { ask } from '../../api/client.ts'
import { CHECK_FIELDS, refusedFields } from '../../api/form-refusal.ts'
import { notify } from '../../api/notify.ts'
import { prepareSeal, seal } from '../../session/seal.ts'
import { useCan, useUser } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { LeaveGuard } from '../../ui/dialog/LeaveGuard.tsx'
import { PasswordInput } from '../../ui/fields/PasswordInput.tsx'
import { FormDialog, UNSAVED_TEXT } from '../../ui/form/FormDialog.tsx'
import { hasFaults } from '../../ui/form/faults.ts'
import { useForm } from '../../ui/form/use-form.ts'
import type { Credentials } from './CredentialsDialog.tsx'
import { UserFields } from './UserFields.tsx'
import { actionFailure, companyOf } from './user-texts.ts'
import {
  changesBetween,
  draftFaults,
  EMPTY,
  fieldAt,
  newUser,
  PASSWORD,
  toUserValues,
  UserDraft,
  UserRules,
  userChange,
} from './user-values.ts'

const ConflictBox = ({ read, now, onLoad }: { read: UserRow; now: UserRow; onLoad: () => void }) => {
  const changes = changesBetween(read, now)
  const way = useRef<HTMLButtonElement>(null)
  // The element may be scrolled out of view.
  useEffect(() => way.current?.focus(), [])
  return (
    <div className="user-conflict stack gap-8 justify-start soft bordered rounded pad-12" role="alert">
      <p>
        <strong>Otra persona cambió a este usuario mientras usted lo editaba.</strong> Nada se ha guardado; lo que usted
        escribió sigue aquí.
      </p>
      {changes.length > 0 ? (
        <ul className="bullets break">
          {changes.map(({ label, before, after }) => (
            <li key={label}>
              {label}: <s>{before}</s> → <strong>{after}</strong>
            </li>
          ))}
        </ul>
      ) : (
        <p>No cambió ninguno de estos campos: pudo ser su contraseña.</p>
      )}
      <Button label="Cargar los valores más recientes" ref={way} onClick={onLoad} />
    </div>
  )
}

/** The notice about a password that arrived after its dialog was closed. */
const PASSWORD_UNSEEN =
  'El usuario se creó, pero su contraseña no llegó a mostrarse: dele una nueva con «Restablecer contraseña».'
const invitedText = (address: string): string =>
  `Usuario creado. La invitación va en camino a ${address}; sirve ${LINK_MINUTES} minutos.`
const NEWEST_LOADED = 'Se cargaron los valores más recientes; lo que usted escribió sigue aquí.'
const BEING_CREATED = {
  title: 'Se está creando el usuario',
  yes: 'Salir sin verla',
  no: 'Esperar aquí',
  text: 'Al terminar se muestra su contraseña, esta única vez. Si sale ahora no la verá.',
}
const leaves = (from: { pathname: string }, to: { pathname: string }): boolean => from.pathname !== to.pathname

const findNewest = (userId: number): Promise<UserRow | undefined> =>
  ask(users.list, { body: { userClass: { user: { userId } } } }).then(
    (reply) => reply.users[0],
    () => undefined,
  )

type Props = {
  /** The user to edit; undefined for a new one. */
  row?: UserRow | undefined
  onCreated: (credentials: Credentials) => void
  onClose: () => void
}

export const UserDialog = ({ row, onCreated, onClose }: Props) => {
  const { name } = useUser()
  const withTags = useCan('tags_read')
  /** The row being edited, and its newest version if another user changed it. */
  const [{ read, newest }, setRows] = useState({ read: row, newest: row })
  const asksPassword = (changed: readonly string[]) => row?.user.isSelf === true && changed.includes('userEmail')
  const call = read ? users.edit : users.create
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const form = useForm({
    stored: newest ? toUserValues(newest) : EMPTY,
    schema: UserRules,
    validate: draftFaults,
    onlyChanged: row !== undefined,
    summary: CHECK_FIELDS,
    draft: { name: `user-draft-${row?.user.userId ?? 'new'}`, shape: UserDraft, announces: true },
    call,
    args: async (values, { changed }) => {
      if (!read) return { body: newUser(values, withTags) }
      const { userId, version, username } = read.user
      const current = asksPassword(changed) && password && (await seal(password, { username, use: 'current-password' }))
      return {
        body: {
          userClassFilter: { user: { userId, version } },
          userClass: userChange(values, changed),
          ...(current && { current }),
        },
      }
    },
    fieldAt,
    failure: (error) => actionFailure(error, call),
    onFailure: async (error) => {
      if (!read || statusOf(error) !== 409 || hasFaults(refusedFields(error))) return false
      const now = await findNewest(read.user.userId)
      if (!now || now.user.version === read.user.version) return false
      setRows({ read, newest: now })
      return true
    },
    about: (values) => row?.user.username ?? (values.username || undefined),
    onSaved: (reply) => {
      if (!('password' in reply)) return onClose()
      if (!reply.invitedTo) return onCreated(reply)
      notify('done', invitedText(reply.invitedTo), { about: reply.userName })
      onClose()
    },
    onSavedAfterLeaving: (reply) => {
      if ('password' in reply && !reply.invitedTo) notify('warning', PASSWORD_UNSEEN, { about: reply.userName })
    },
  })
  const withPassword = asksPassword(form.changed)
  useEffect(() => {
    if (withPassword) prepareSeal()
  }, [withPassword])
  const loadNewest = (): void => {
    form.rebase()
    form.say(NEWEST_LOADED)
    setRows({ read: newest, newest })
  }
  return (
    <FormDialog
      form={form}
      title={row ? 'Editar usuario' : 'Agregar usuario'}
      verb="Guardar"
      question={UNSAVED_TEXT}
      shape="wide"
      tools={<Button label="Limpiar campos" onClick={form.clear} />}
      onClose={onClose}
    >
      {read && newest && newest !== read && <ConflictBox read={read} now={newest} onLoad={loadNewest} />}
      <UserFields
        row={read}
        company={companyOf(row?.user.username ?? name)}
        password={
          withPassword && (
            <PasswordInput
              label="Su contraseña actual"
              value={password}
              visible={visible}
              onShow={setVisible}
              autoComplete="current-password"
              fault={form.faultOf(PASSWORD)}
              hint="Con su correo se puede recuperar la contraseña: confirme que es usted quien lo cambia."
              onChange={(text) => {
                if (form.busy) return
                setPassword(text)
                form.put({}, [PASSWORD])
              }}
            />
          )
        }
      />
      {form.busy && !row && !form.values.invite && <LeaveGuard when leaves={leaves} question={BEING_CREATED} />}
    </FormDialog>
  )
}
