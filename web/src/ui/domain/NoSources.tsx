// A note above a list of sources if none is automatic: that none is set up yet, and who can do it.
import { Link } from '@tanstack/react-router'
import { useCan, useSeesAll } from '../../session/user-context.ts'
import { Icon } from '../icons.tsx'

export const NoSources = () => {
  const seesAll = useSeesAll()
  const captures = useCan('processing_read') && seesAll
  const administers = useCan('users_admin')
  return (
    <div className="no-sources row gap-8 rounded bordered surface" role="note">
      <Icon name="info" size={18} />
      <p>
        <strong>Todavía no hay ninguna fuente configurada: nada se consulta de forma automática.</strong> Las configura
        quien opera la instalación de Padrón
        {administers ? '; como administrador de su empresa, pídaselas.' : '; pídalas a un administrador de su empresa.'}
        {captures && (
          <>
            {' '}
            Mientras tanto puede registrar a mano lo que consulte, en{' '}
            <Link to={'/captures' as string}>Captura manual</Link>.
          </>
        )}
      </p>
    </div>
  )
}
