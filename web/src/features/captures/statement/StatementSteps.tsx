// The link to the portal and the data that it asks for, in one line, for experienced users.
import type { CaptureTask } from '@padron/contract/captures'
import { COUNTRIES } from '@padron/contract/places/countries'
import { isWebAddress } from '../../../lib/web-address.ts'
import { useUser } from '../../../session/user-context.ts'
import { Icon } from '../../../ui/icons.tsx'
import { DatumLine, dataOf } from '../capture/CaptureSteps.tsx'

/** @param names of the types that the portal answers */
export const StatementSteps = ({ task, names }: { task: CaptureTask; names: readonly string[] }) => {
  const { country } = useUser()
  const data = dataOf(task, COUNTRIES[country].taxId)
  const requested = data.filter(({ isRequested }) => isRequested)
  const page = task.portalUrl && isWebAddress(task.portalUrl) ? task.portalUrl : undefined
  return (
    <section className="steps steps--line tinted small" aria-label="Qué hacer">
      <div className="row-wrap gap-8-16">
        {page && (
          <a className="button button--primary" href={page} target="_blank" rel="noopener noreferrer">
            <Icon name="link" size={15} />
            Abrir el portal
            <span className="visually-hidden">(se abre en otra pestaña)</span>
          </a>
        )}
        <dl className="row-wrap gap-8-16">
          {(requested.length > 0 ? requested : data).map((datum) => (
            <DatumLine key={datum.label} {...datum} />
          ))}
        </dl>
      </div>
      <p className="muted">
        {task.portal} responde: {names.join(', ')}. Guarde su página como PDF o tome una captura de pantalla: prueba
        todo.
      </p>
    </section>
  )
}
