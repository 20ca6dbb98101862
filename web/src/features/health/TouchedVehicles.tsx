// The company's vehicles whose last query of the source failed: their number for everybody, the list for users who may
// see vehicles.
import { health as calls } from '@padron/contract/health'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { countVerdict } from '@padron/contract/texts/count-verdict'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { usePages } from '../../api/use-pages.ts'
import type { Clock } from '../../lib/clock.ts'
import { numberText } from '../../lib/number-text.ts'
import { useCan } from '../../session/user-context.ts'
import { FailureLine } from '../../ui/list/LoadFailure.tsx'
import { LoadMore } from '../../ui/list/LoadMore.tsx'
import { When } from '../../ui/When.tsx'
import type { Source } from './cells.ts'

/** Counts last attempts: a vehicle that was never queried does not count as answered. */
export const attemptText = (source: Pick<Source, 'vehicles' | 'touched' | 'untried'>): string => {
  const { vehicles, touched, untried } = source
  const tried = vehicles - (untried ?? 0)
  const verdict = countVerdict(touched, { known: tried, total: vehicles })
  if (verdict === 'found') return `${numberText(touched)} sin respuesta en su último intento`
  if (verdict === 'unknown') return 'ninguno se ha consultado todavía'
  if (verdict === 'partial')
    return (
      `${numberText(tried)} con respuesta en su último intento; ${numberText(vehicles - tried)} sin ` +
      'consultar todavía'
    )
  return 'todos con respuesta en su último intento'
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Vehicles whose last attempt failed; while the source fails, all vehicles that depend on it. */
const aboutText = (source: Source): string => {
  const { touched, vehicles, incident } = source
  const depend =
    vehicles === 1 ? 'El vehículo de su flota depende' : `Los ${vehiclesText(vehicles)} de su flota dependen`
  return [
    incident && vehicles > 0 && `${depend} de esta fuente mientras falla.`,
    touched > 0
      ? `${vehiclesText(touched)} sin respuesta en su último intento. Lo último bueno que se supo se conserva.`
      : `${capital(attemptText(source))}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

type Props = { source: Source; clock: Clock }

const List = ({ source, clock }: Props) => {
  const params = { resourceId: String(source.resource.resourceId) }
  const heading = useRef<HTMLUListElement>(null)
  const list = usePages(calls.touched, {
    args: (after: string | undefined) => ({ params, query: after ? { after } : {} }),
    next: ({ next }) => next ?? undefined,
  })
  const vehicles = list.data?.pages.flatMap((page) => page.vehicles)
  if (list.isError && !vehicles) return <FailureLine title={calls.touched.fails} query={list} />
  if (!vehicles) return <p role="status">Cargando…</p>
  return (
    <>
      <ul ref={heading} className="touched" tabIndex={-1} aria-label="Vehículos sin respuesta">
        {vehicles.map(({ vehicleAssetId, plate, vin, lastGood, lastAttempt, text }) => (
          <li className="small ruled" key={vehicleAssetId}>
            <Link to="/" search={{ asset: vehicleAssetId } as never} className="plate" title={`VIN ${vin}`}>
              {plate}
            </Link>
            <span className="touched__why stack">
              {text}
              {lastAttempt && <When at={lastAttempt} clock={clock} />}
            </span>
            <span className="touched__good stack">
              {lastGood ? (
                <>
                  <span className="muted">Última válida</span>
                  <When at={lastGood} clock={clock} />
                </>
              ) : (
                <span className="muted">Sin respuesta válida</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <LoadMore list={list} fails={calls.touched.fails} focus={heading} />
    </>
  )
}

export const TouchedVehicles = (props: Props) => {
  const may = useCan('vehicles_read')
  return (
    <section aria-labelledby="source-touched">
      <h3 id="source-touched">Vehículos afectados</h3>
      <p className="muted">{aboutText(props.source)}</p>
      {may && props.source.touched > 0 && <List {...props} />}
    </section>
  )
}
