// Why the list is empty, and what the user can do about it.
import { catalogue } from '@padron/contract/catalogue'
import { Link } from '@tanstack/react-router'
import { useQuietCall } from '../../api/use-call.ts'
import { useFleetSize } from '../../api/use-fleet-size.ts'
import { type ChangeSearch, cleared, isFiltered } from '../../lib/list-search.ts'
import { useCan, useSeesAll } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Message } from '../../ui/Message.tsx'
import type { CellContext } from './cells.tsx'
import type { CatalogueSearch } from './search.ts'

/** The contract's maximum length. */
const LIKE_AT_MOST = 50

/** For a filter by plate: links to the vehicles that had this plate before. */
const FormerPlate = ({ plate = '', open }: { plate: string | undefined; open: CellContext['open'] }) => {
  const off = plate === '' || plate.length > LIKE_AT_MOST
  const { data } = useQuietCall(catalogue.bestMatch, { body: { like: plate } }, { off })
  const found = (off ? [] : (data ?? [])).filter(({ former }) => former !== null)
  if (!found.length) return null
  return (
    <ul className="former stack gap-4" aria-label="Placas anteriores">
      {found.map(({ vehicleAssetId, plate: now, vin, former }) => (
        <li key={vehicleAssetId}>
          {former} era la placa anterior de{' '}
          <Button label={`${now || vin}: ver`} kind="link" onClick={() => open(vehicleAssetId)} />
        </li>
      ))}
    </ul>
  )
}

const NONE_OF_PART =
  'Ningún vehículo de su empresa está hoy entre los que usted puede ver. Quien administra usuarios elige cuáles son.'
const NONE_ACTIVE = 'La cuenta no tiene vehículos activos.'
const NONE_ACTIVE_OF_PART = 'Ninguno de los vehículos que usted puede ver está activo.'

type Props = {
  search: CatalogueSearch
  change: ChangeSearch<CatalogueSearch>
  onAdd: (() => void) | undefined
  open: CellContext['open']
}

const Reason = ({ search, change, onAdd }: Omit<Props, 'open'>) => {
  const fleet = useFleetSize()
  const seesAll = useSeesAll()
  const uploads = useCan('masive_upload')
  const add = onAdd && <Button label="Agregar vehículo" kind="primary" aria-haspopup="dialog" onClick={onAdd} />
  // Without any vehicle, neither filter nor status is the cause.
  if (fleet === 0 && !seesAll) return <Message title="Sin datos" detail={NONE_OF_PART} />
  if (fleet === 0)
    return (
      <Message
        title="Sin datos"
        detail={
          uploads
            ? 'La cuenta todavía no tiene vehículos. Cárguelos todos con su propia hoja de Excel o con la ' +
              'plantilla, o agréguelos uno por uno.'
            : 'La cuenta todavía no tiene vehículos.'
        }
        action={
          <div className="row-wrap gap-8">
            {uploads && (
              <Link to={'/addVehicles' as string} className="button button--primary">
                Cargar vehículos
              </Link>
            )}
            {onAdd && (
              <Button
                label="Agregar vehículo"
                kind={uploads ? undefined : 'primary'}
                aria-haspopup="dialog"
                onClick={onAdd}
              />
            )}
          </div>
        }
      />
    )
  if (isFiltered(search))
    return (
      <Message
        title="Sin coincidencias"
        detail="Ningún vehículo cumple con los filtros activos."
        action={<Button label="Limpiar filtros" onClick={() => change(cleared(search))} />}
      />
    )
  return (
    <Message
      title="Sin datos"
      detail={`${seesAll ? NONE_ACTIVE : NONE_ACTIVE_OF_PART} Los vehículos con otro estatus se ven al quitar el filtro Estatus.`}
      action={
        <>
          <Button label="Ver todos los estatus" onClick={() => change({ status: 'todos' })} />
          {add}
        </>
      }
    />
  )
}

export const EmptyCatalogue = ({ open, ...reason }: Props) => (
  <>
    <Reason {...reason} />
    <FormerPlate plate={reason.search.plate} open={open} />
  </>
)
