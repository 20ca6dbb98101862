// The secret that signs a webhook's deliveries: the dialog that requests a new one, and the dialog that shows it once.
import { webhooks as calls, type Webhook } from '@padron/contract/webhooks'
import { useState } from 'react'
import { notify } from '../../api/notify.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { DangerDialog } from '../../ui/dialog/DangerDialog.tsx'
import { SecretDialog } from '../../ui/dialog/SecretDialog.tsx'
import { useDangerAction } from '../../ui/dialog/use-danger-action.ts'
import { ApiDocsLink } from '../../ui/domain/ApiDocsLink.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'

export type Secret = Pick<Webhook, 'name' | 'url'> & {
  secret: string
  /** The former secret stays valid for a day. */
  renewed: boolean
}

/** The notice about a secret that arrived after its dialog was closed. */
export const UNSEEN_SECRET = 'El secreto no llegó a mostrarse: cámbielo desde el menú del webhook para tener uno.'

type RenewProps = { webhook: Webhook; onSecret: (secret: Secret) => void; onClose: () => void }

export const RenewSecret = ({ webhook, onSecret, onClose }: RenewProps) => {
  const { webhookId, name, url } = webhook
  const isMounted = useIsMounted()
  const { mutate, dialog } = useDangerAction(calls.newSecret, name, ({ secret }) => {
    notify('done', calls.newSecret.done, { about: name })
    if (!isMounted.current) return notify('warning', UNSEEN_SECRET, { about: name })
    onSecret({ name, url, secret, renewed: true })
  })
  return (
    <DangerDialog
      title="Cambiar el secreto"
      yes="Cambiar secreto"
      {...dialog}
      onYes={() => mutate({ params: { webhookId: `${webhookId}` }, body: {} })}
      onClose={onClose}
    >
      <p>
        Las entregas de <strong>{name}</strong> se firmarán con un secreto nuevo y, durante un día, también con el de
        ahora. Después, el programa que no lo haya cambiado rechazará las entregas.
      </p>
      <p className="webhook__url break muted">{url}</p>
    </DangerDialog>
  )
}

const RENEWED = 'El de antes firma también durante un día: cambie el de su programa. '
const EXAMPLE = `import { Webhook } from 'standardwebhooks'

// body: el texto recibido, tal cual; headers: sus encabezados
const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const { type, data } = webhook.verify(body, headers)`

export const NewSecret = ({ secret, onClose }: { secret: Secret; onClose: () => void }) => {
  const { name, url, renewed } = secret
  const [copied, setCopied] = useState(false)
  return (
    <SecretDialog
      title={`Secreto de «${name}»`}
      isSaved={copied}
      question="¿Cerrar sin copiar el secreto?"
      loss="No podrá volver a verlo. Si lo pierde, cámbielo por uno nuevo desde el menú del webhook."
      onClose={onClose}
    >
      <div className="page__stack stack gap-12 narrow">
        <p className="webhook__url break muted">{url}</p>
        <CodeBlock label="Secreto" text={secret.secret} copy="Copiar secreto" onCopied={() => setCopied(true)} wrap />
        <p className="page__message flex gap-8 bordered rounded">
          <StatusSign sign="warning" size={18} />
          <span>
            <strong>Cópielo ahora: no se vuelve a mostrar.</strong> {renewed && RENEWED}Con él su programa comprueba que
            una entrega viene de Padrón y que nadie la cambió; rechace la que no lo cumpla.
          </span>
        </p>
        <p>
          La firma va en los encabezados <code>webhook-id</code>, <code>webhook-timestamp</code> y{' '}
          <code>webhook-signature</code>, como dice Standard Webhooks, que tiene bibliotecas para casi todos los
          lenguajes. Una entrega repetida trae el mismo <code>webhook-id</code>: atiéndala una sola vez.
        </p>
        <CodeBlock
          label="En Node.js, con el secreto en la variable WEBHOOK_SECRET"
          text={EXAMPLE}
          copy="Copiar ejemplo"
        />
        <p>
          <ApiDocsLink>Qué trae cada evento: la descripción de la interfaz para programas</ApiDocsLink>
        </p>
      </div>
    </SecretDialog>
  )
}
