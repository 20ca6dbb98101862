// The secret with which a program authenticates, shown once: a token, or the secret of a service account. With an
// example call.
import type { Call } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import { queue } from '@padron/contract/queue'
import { tags } from '@padron/contract/tags'
import { users } from '@padron/contract/users'
import { type ReactNode, useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { SecretDialog } from '../../ui/dialog/SecretDialog.tsx'
import { ApiDocsLink } from '../../ui/domain/ApiDocsLink.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'

const EXAMPLES: readonly { row: Call; body?: string }[] = [
  { row: catalogue.list, body: '{"pagination":{"page":1,"pageSize":25}}' },
  { row: tags.list },
  { row: queue.items },
  { row: users.list, body: '{}' },
]

/** @param api the base address of the API, without a trailing slash */
const exampleOf = (permissions: readonly string[], api: string): string => {
  const example = EXAMPLES.find(({ row: { needs } }) => typeof needs === 'string' && permissions.includes(needs))
  const { row, body } = example ?? { row: catalogue.states }
  const lines = ['curl -H "Authorization: Bearer $PADRON_TOKEN"']
  if (body) lines.push(`-H "Content-Type: application/json" -d '${body}'`)
  return [...lines, api + row.path].join(' \\\n  ')
}

type Props = {
  title: string
  /** The word for it: «Token», «Secreto». */
  what: 'token' | 'secreto'
  secret: string
  permissions: readonly string[]
  /** The consequence of closing the dialog without copying. */
  loss: string
  onClose: () => void
  /** What the holder of the secret may do. */
  children: ReactNode
}

export const ProgramSecret = ({ title, what, secret, permissions, loss, onClose, children }: Props) => {
  const [copied, setCopied] = useState(false)
  const api = new URL(useConfig()?.apiUrl || '/', location.origin).href.replace(/\/$/, '')
  const label = what === 'token' ? 'Token' : 'Secreto'
  return (
    <SecretDialog
      title={title}
      isSaved={copied}
      question={`¿Cerrar sin copiar el ${what}?`}
      loss={loss}
      onClose={onClose}
    >
      <div className="page__stack stack gap-12 narrow">
        <CodeBlock label={label} text={secret} copy={`Copiar ${what}`} onCopied={() => setCopied(true)} wrap />
        <p className="page__message flex gap-8 bordered rounded">
          <StatusSign sign="warning" size={18} />
          <span>
            <strong>Cópielo ahora: no se vuelve a mostrar.</strong> {children}
          </span>
        </p>
        <CodeBlock
          label={`Para probarlo, con el ${what} en la variable PADRON_TOKEN`}
          text={exampleOf(permissions, api)}
          copy="Copiar ejemplo"
        />
        <p>
          <ApiDocsLink>Qué se puede pedir a Padrón: la descripción de su interfaz para programas</ApiDocsLink>
        </p>
      </div>
    </SecretDialog>
  )
}
