// "Buzón local": where a demo company's letters are kept instead of sent. Where there is a mail server, or another company, it says so.
import type { ReactNode } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useNow } from '../../api/use-now.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useUser } from '../../session/user-context.ts'
import { Message } from '../../ui/Message.tsx'
import { PrintLine } from '../../ui/PrintLine.tsx'
import { TableSkeleton } from '../../ui/TableSkeleton.tsx'
import { Letters } from './Letters.tsx'
import './mailbox.css'
import { MAILBOX_TITLE } from './search.ts'

const BONES = 8
const SENDS =
  'Esta instalación envía sus correos con un servidor de correo. Cómo le fue a cada uno se ve en las entregas de su trabajo.'
const NOT_SHOWN =
  'Los correos guardados solo se muestran en una empresa de demostración. Cómo le fue a cada uno se ve en las entregas de su trabajo.'

const whyNone = (mail: boolean | undefined, demo: boolean): string => {
  if (mail) return SENDS
  return mail === false && !demo ? NOT_SHOWN : ''
}

export const MailboxScreen = (): ReactNode => {
  useTitle(MAILBOX_TITLE)
  const now = useNow()
  const config = useConfig()
  const why = whyNone(config?.mail, useUser().demo)
  return (
    <div className="mailbox flex column gap-10 wide">
      <PrintLine now={now} />
      {config && !why && <Letters />}
      {why && (
        <>
          <h1>{MAILBOX_TITLE}</h1>
          <Message title="Aquí no hay correos guardados" detail={why} />
        </>
      )}
      {!config && <TableSkeleton label="Cargando" rows={BONES} columns={1} />}
    </div>
  )
}
