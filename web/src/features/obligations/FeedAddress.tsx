// The address just made, whole: the only time it is seen.
import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormField } from '../../ui/FormField.tsx'
import { StatusSign } from '../../ui/StatusSign.tsx'

export const FeedAddress = ({ path }: { path: string }): ReactNode => {
  const address = new URL(path, location.origin).href
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address made is what comes next
  useEffect(() => field.current?.select(), [address])
  return (
    <>
      <FormField label="Su dirección de calendario">
        {(props) => (
          <span className="feed__address flex gap-8">
            <input
              {...props}
              ref={field}
              type="text"
              readOnly
              value={address}
              onFocus={({ target }) => target.select()}
            />
            <CopyButton text={address} label="Copiar la dirección de calendario" />
          </span>
        )}
      </FormField>
      <p className="told-box flex gap-8 bordered rounded">
        <StatusSign sign="warning" size={18} />
        <span>
          Cópiela ahora: no se vuelve a mostrar. Quien la tenga puede leer sus vencimientos sin contraseña; si la
          comparte por error, revóquela.
        </span>
      </p>
      <p className="muted">
        En su programa busque «Agregar calendario desde una dirección» (o «Suscribirse a un calendario») y péguela.
      </p>
    </>
  )
}
