// The token just made, whole: the only time it is seen. With it, how it is used.
import { type ReactNode, useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { dateTime } from '../../lib/dates.ts'
import { useUser } from '../../session/user-context.ts'
import { ApiDocsLink } from '../../ui/ApiDocsLink.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { ShownOnce } from '../../ui/ShownOnce.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'
import { exampleOf } from './example.ts'
import type { Made } from './TokenDialog.tsx'

export const NewToken = ({ made: { token, created }, onClose }: { made: Made; onClose: () => void }): ReactNode => {
  const { zone } = useUser()
  const [taken, take] = useState(false)
  const api = new URL(useConfig()?.apiUrl || '/', location.origin).href.replace(/\/$/, '')
  return (
    <ShownOnce
      title={`Token «${created.name}»`}
      taken={taken}
      question="¿Cerrar sin copiar el token?"
      loss="No podrá volver a verlo. Si lo pierde, revóquelo y cree otro."
      onClose={onClose}
    >
      <div className="page__stack stack gap-12 narrow">
        <CodeBlock label="Token" text={token} copy="Copiar token" onCopied={() => take(true)} wrap />
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
