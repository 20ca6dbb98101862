// The secret of a service account: the dialog that requests a new one, and the dialog that shows it once.
import type { Reply } from '@padron/contract/call'
import { serviceAccounts as calls, type ServiceAccount } from '@padron/contract/service-accounts'
import { useState } from 'react'
import { notify } from '../../api/notify.ts'
import type { Clock } from '../../lib/clock.ts'
import { dateInText } from '../../lib/dates.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { ProgramSecret } from './ProgramSecret.tsx'

export type AccountSecret = Reply<typeof calls.create>

/** The notice about a secret that arrived after its dialog was closed. */
export const UNSEEN_SECRET = 'El secreto no llegó a mostrarse: cámbielo desde el menú de la cuenta para tener uno.'

type RenewProps = {
  account: ServiceAccount
  clock: Clock
  onSecret: (secret: AccountSecret) => void
  onClose: () => void
}

export const RenewSecret = ({ account, clock, onSecret, onClose }: RenewProps) => {
  const { serviceAccountId, name, ending, formerUntil } = account
  const [keeps, setKeeps] = useState(formerUntil === null)
  const isMounted = useIsMounted()
  const { mutate, dialog } = useDangerAction(calls.newSecret, name, (reply) => {
    notify('done', calls.newSecret.done, { about: name })
    if (!isMounted.current) return notify('warning', UNSEEN_SECRET, { about: name })
    onSecret(reply)
  })
  return (
    <DangerDialog
      title="Cambiar el secreto"
      yes="Cambiar secreto"
      {...dialog}
      onYes={() => mutate({ params: { serviceAccountId: `${serviceAccountId}` }, body: { keepFormer: keeps } })}
      onClose={onClose}
    >
      <p>
        La cuenta <strong>{name}</strong> tendrá un secreto nuevo, que se muestra una sola vez. Su nombre, sus permisos
        y sus trabajos siguen.
      </p>
      {formerUntil === null ? (
        <label className="check">
          <input type="checkbox" checked={keeps} onChange={({ target }) => setKeeps(target.checked)} />
          El de ahora (termina en …{ending}) sirve un día más, mientras cambia el del programa
        </label>
      ) : (
        <p>
          Un secreto anterior sirve hasta el {dateInText(formerUntil, clock.zone)}. Si lo cambia ahora, ese y el de
          ahora (termina en …{ending}) dejan de servir en seguida.
        </p>
      )}
      {!keeps && <p>El programa se quedará sin acceso hasta que le dé el secreto nuevo.</p>}
    </DangerDialog>
  )
}

type NewProps = { made: AccountSecret; clock: Clock; onClose: () => void }

export const NewSecret = ({ made: { secret, serviceAccount }, clock, onClose }: NewProps) => {
  const { name, permissions, expiresAt, formerUntil } = serviceAccount
  return (
    <ProgramSecret
      title={`Secreto de «${name}»`}
      what="secreto"
      secret={secret}
      permissions={permissions}
      loss="No podrá volver a verlo. Si lo pierde, cámbielo por uno nuevo desde el menú de la cuenta."
      onClose={onClose}
    >
      {formerUntil !== null && 'El de antes sirve también durante un día: cambie el de su programa. '}
      Quien lo tenga puede hacer en nombre de la empresa lo que permiten los permisos de la cuenta, hasta el{' '}
      {dateInText(expiresAt, clock.zone)}. Guárdelo como una contraseña.
    </ProgramSecret>
  )
}
