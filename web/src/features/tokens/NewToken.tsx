// The token just made, whole: the only time it is seen. With it, how it is used.
import type { Call } from '@padron/contract/call'
import { catalogue } from '@padron/contract/catalogue'
import { queue } from '@padron/contract/queue'
import { tags } from '@padron/contract/tags'
import { users } from '@padron/contract/users'
import { useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { dateTime } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { ApiDocsLink } from '../../ui/ApiDocsLink.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { ShownOnce } from '../../ui/ShownOnce.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import type { Made } from './TokenDialog.tsx'

const EXAMPLES: readonly { row: Call; body?: string }[] = [
  { row: catalogue.list, body: '{"pagination":{"page":1,"pageSize":25}}' },
  { row: tags.list },
  { row: queue.items },
  { row: users.list, body: '{}' },
]

/** @param api where the calls go, without a slash at the end */
const exampleOf = (permissions: readonly string[], api: string): string => {
  const example = EXAMPLES.find(({ row: { needs } }) => typeof needs === 'string' && permissions.includes(needs))
  const { row, body } = example ?? { row: catalogue.states }
  const lines = ['curl -H "Authorization: Bearer $PADRON_TOKEN"']
  if (body) lines.push(`-H "Content-Type: application/json" -d '${body}'`)
  return [...lines, api + row.path].join(' \\\n  ')
}

export const NewToken = ({ made: { token, created }, onClose }: { made: Made; onClose: () => void }) => {
  const { zone } = useUser()
  const [copied, setCopied] = useState(false)
  const api = new URL(useConfig()?.apiUrl || '/', location.origin).href.replace(/\/$/, '')
  return (
    <ShownOnce
      title={`Token «${created.name}»`}
      taken={copied}
      question="¿Cerrar sin copiar el token?"
      loss="No podrá volver a verlo. Si lo pierde, revóquelo y cree otro."
      onClose={onClose}
    >
      <div className="page__stack stack gap-12 narrow">
        <CodeBlock label="Token" text={token} copy="Copiar token" onCopied={() => setCopied(true)} wrap />
        <p className="page__told flex gap-8 bordered rounded">
          <StatusSign sign="warning" size={18} />
          <span>
            <strong>Cópielo ahora: no se vuelve a mostrar.</strong> Quien lo tenga puede hacer en nombre de usted lo que
            permiten los permisos del token, hasta el {dateTime(created.expiresAt, zone)}. Guárdelo como una contraseña.
          </span>
        </p>
        <CodeBlock
          label="Para probarlo, con el token en la variable PADRON_TOKEN"
          text={exampleOf(created.permissions, api)}
          copy="Copiar ejemplo"
        />
        <p>
          <ApiDocsLink>Qué se puede pedir a Padrón: la descripción de su interfaz para programas</ApiDocsLink>
        </p>
      </div>
    </ShownOnce>
  )
}
