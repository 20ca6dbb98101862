// The steps at the source: the link to it, and the data that it asks for, each with a copy button.
import type { CaptureTask } from '@padron/contract/captures'
import { COUNTRIES } from '@padron/contract/places/countries'
import { sinceText } from '../../../lib/relative-time.ts'
import { isWebAddress } from '../../../lib/web-address.ts'
import { useClock } from '../../../session/use-clock.ts'
import { useUser } from '../../../session/user-context.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Icon } from '../../../ui/icons.tsx'

const VIN_TAIL = 5

/** `elsewhere`: the value may be among the vehicle's data, which the task does not contain. */
type Datum = { label: string; value: string; isRequested: boolean; elsewhere?: true }

/** The data that the source asks for come first; the ones without a value are listed too. */
export const dataOf = ({ plate, vin, taxIdentifier, inputs }: CaptureTask, taxId: string): readonly Datum[] => {
  const known: readonly (readonly [string, string])[] = [
    ['Placa', plate],
    ['VIN', vin],
    [`Últimos ${VIN_TAIL} del VIN`, vin.slice(-VIN_TAIL)],
    [taxId, taxIdentifier ?? ''],
  ]
  const data = known.map(([label, value]) => ({ label, value, isRequested: inputs.includes(label) }))
  const other = inputs.filter((label) => !known.some(([name]) => name === label))
  return [
    ...data.filter(({ isRequested }) => isRequested),
    ...other.map((label) => ({ label, value: '', isRequested: true, elsewhere: true as const })),
    ...data.filter(({ isRequested, value }) => !isRequested && value),
  ]
}

export const DatumLine = ({ label, value, isRequested, elsewhere }: Datum) => (
  <div className="steps__datum">
    <dt className={isRequested ? 'tiny strong' : 'tiny muted'}>{label}</dt>
    <dd className="row gap-8 between">
      {value ? (
        <>
          <code className="small break">{value}</code>
          <CopyButton text={value} label={`Copiar ${label}`} />
        </>
      ) : (
        <span className="warning-text">
          {elsewhere ? 'Búsquelo en los datos del vehículo' : 'No está en los datos del vehículo'}
        </span>
      )}
    </dd>
  </div>
)

/** Whether the last attempt came after the last good answer and is not already the reason shown. */
const isNews = (task: CaptureTask): task is CaptureTask & { lastAttempt: NonNullable<CaptureTask['lastAttempt']> } =>
  task.lastAttempt !== null &&
  task.lastAttempt.text !== task.reason &&
  (task.lastGood === null || task.lastAttempt.dateTime > task.lastGood)

export const CaptureSteps = ({ task }: { task: CaptureTask }) => {
  const { country } = useUser()
  const { now, zone } = useClock()
  const data = dataOf(task, COUNTRIES[country].taxId)
  const hasRequested = data.some((datum) => datum.isRequested)
  const page = task.portalUrl && isWebAddress(task.portalUrl) ? task.portalUrl : undefined
  const there = page ? ' ahí' : ''
  return (
    <section className="steps tinted small" aria-label="Qué hacer">
      <p>
        <strong>{task.reason}.</strong>{' '}
        <span className="muted">
          {task.lastGood
            ? `${sinceText('Última respuesta válida', task.lastGood, now, zone)}.`
            : 'Nunca ha tenido una respuesta válida.'}
          {isNews(task) &&
            ` ${sinceText('Último intento', task.lastAttempt.dateTime, now, zone)}: ${task.lastAttempt.text}.`}
        </span>
      </p>
      <ol className="bullets stack gap-14">
        <li>
          {page ? (
            <a className="button button--primary" href={page} target="_blank" rel="noopener noreferrer">
              <Icon name="link" size={15} />
              Abrir el portal
              <span className="visually-hidden">(se abre en otra pestaña)</span>
            </a>
          ) : (
            'Consulte la fuente (no se conoce su página web).'
          )}
          <span className="steps__portal break block muted">{task.portal}</span>
        </li>
        <li>
          {hasRequested ? `${page ? 'Escriba ahí' : 'Dé'} lo que la fuente pide:` : `Busque${there} el vehículo:`}
          <dl className="stack gap-6">
            {data.map((datum) => (
              <DatumLine key={datum.label} {...datum} />
            ))}
          </dl>
        </li>
        <li>
          {page
            ? 'Guarde la página como PDF o tome una captura de pantalla: es la prueba.'
            : 'Consiga el documento, o una foto de él, en PDF, PNG o JPEG: es la prueba.'}
        </li>
        <li>Anote la respuesta en el formulario, tal como la da la fuente.</li>
      </ol>
    </section>
  )
}
