// The secret with which a webhook's deliveries are signed: the only time it is seen. With it, how a program verifies them.
import { type ReactNode, useState } from 'react'
import { ApiDocsLink } from '../../ui/ApiDocsLink.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { ShownOnce } from '../../ui/ShownOnce.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Secret } from './WebhookDialog.tsx'

const EXAMPLE = `import { Webhook } from 'standardwebhooks'

// body: el texto recibido, tal cual; headers: sus cabeceras
const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const { type, data } = webhook.verify(body, headers)`

export const SecretShown = ({
  made: { name, url, secret, renewed },
  onClose,
}: {
  made: Secret
  onClose: () => void
}) => {
  const [taken, take] = useState(false)
  const renewal: ReactNode = renewed && 'Durante un día se firma también con el de antes: cambie el de su programa. '
  return (
    <ShownOnce
      title={`Secreto de «${name}»`}
      taken={taken}
      question="¿Cerrar sin copiar el secreto?"
      loss="No podrá volver a verlo. Si lo pierde, cámbielo por uno nuevo desde el menú del webhook."
      onClose={onClose}
    >
      <div className="page__stack stack gap-12 narrow">
        <p className="trial__url break muted">{url}</p>
        <CodeBlock label="Secreto" text={secret} copy="Copiar secreto" onCopied={() => take(true)} wrap />
        <p className="page__told flex gap-8 bordered rounded">
          <StatusSign sign="warning" size={18} />
          <span>
            <strong>Cópielo ahora: no se vuelve a mostrar.</strong> {renewal}Con él su programa comprueba que una
            entrega viene de Padrón y que nadie la cambió; rechace la que no lo cumpla.
          </span>
        </p>
        <p>
          La firma va en las cabeceras <code>webhook-id</code>, <code>webhook-timestamp</code> y{' '}
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
    </ShownOnce>
  )
}
