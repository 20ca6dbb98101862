// The vehicles that must have a document of a type and have no valid one, by pages; each links to its documents.
import type { Reply } from '@padron/contract/call'
import { documentTypes } from '@padron/contract/documents'
import { type DocumentType, MISSING_PAGE } from '@padron/contract/documents/shapes'
import { vehiclesText } from '@padron/contract/texts/count-of'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { displayText } from '../../lib/typed-day.ts'
import { useCan } from '../../session/user-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { StatusSign } from '../../ui/domain/StatusSign.tsx'
import { LoadFailure } from '../../ui/list/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { SkeletonRows } from '../../ui/table/SkeletonRows.tsx'
import type { Column } from '../../ui/table/table-column.ts'

type Row = Reply<typeof documentTypes.missing>['vehicles'][number]

const STATE_WORDS = { missing: 'Falta', expired: 'Vencido' } as const

const Plate = ({ row: { vehicleAssetId, plate, vin } }: { row: Row }) =>
  useCan('vehicles_read') ? (
    <Link
      to="."
      className="plate"
      search={
        ((before: object) => ({ ...before, faltan: undefined, asset: vehicleAssetId, seccion: 'documentos' })) as never
      }
    >
      {plate || vin}
    </Link>
  ) : (
    <span className="plate">{plate || vin}</span>
  )

const COLUMNS: readonly Column<Row>[] = [
  { key: 'plate', title: 'Placa', head: true, cell: (row) => <Plate row={row} /> },
  { key: 'vin', title: 'VIN', kind: 'code', cell: ({ vin }) => vin },
  { key: 'customId', title: 'Identificador', cell: ({ customId }) => customId ?? '' },
  { key: 'state', title: 'Estado', cell: ({ stateName }) => stateName },
  {
    key: 'document',
    title: 'Documento',
    cell: ({ standing, expiredOn }) => (
      <span className="row-wrap gap-6">
        <StatusSign sign="debt" size={16} />
        {STATE_WORDS[standing]}
        {expiredOn && <span className="muted">desde el {displayText(expiredOn)}</span>}
      </span>
    ),
  },
]

type PagesProps = { page: number; last: number; busy: boolean; onPage: (page: number) => void }

/** The buttons are never disabled: a disabled button would lose the focus on the first or last page. */
const Pages = ({ page, last, busy, onPage }: PagesProps) => {
  const step = (to: number, label: string) => {
    const isOff = to < 1 || to > last
    return <Button label={label} off={isOff} onClick={() => busy || onPage(to)} />
  }
  return (
    <>
      {step(page - 1, 'Anterior')}
      <span role="status">
        Página {page} de {last}
      </span>
      {step(page + 1, 'Siguiente')}
    </>
  )
}

export const MissingDialog = ({ type, onClose }: { type: DocumentType; onClose: () => void }) => {
  const [page, setPage] = useState(1)
  const params = { documentTypeId: `${type.documentTypeId}` }
  const list = useCall(documentTypes.missing, { params, query: { page: `${page}` } }, { keep: true })
  const total = list.data?.totalCount
  const last = Math.max(1, Math.ceil((total ?? 0) / MISSING_PAGE))
  const title = `Vehículos sin ${type.documentTypeName} vigente`
  const content = () => {
    if (list.isError && !list.data) return <LoadFailure title={documentTypes.missing.fails} query={list} />
    if (!list.data) return <SkeletonRows label="Cargando vehículos" rows={3} />
    if (list.data.totalCount === 0)
      return type.asked ? (
        <Message title="Sin faltantes" detail="Todos los vehículos a los que se les pide lo tienen vigente." />
      ) : (
        <Message title="Sin vehículos" detail="No hay vehículos a los que se les pida." />
      )
    return (
      <>
        <p role="status" className="muted">
          {vehiclesText(list.data.totalCount)}
        </p>
        <DataTable
          className="table missing-vehicles"
          caption={title}
          columns={COLUMNS}
          rows={list.data.vehicles}
          keyOf={({ vehicleAssetId }) => vehicleAssetId}
        />
      </>
    )
  }
  return (
    <Dialog
      title={title}
      shape="wide"
      onClose={onClose}
      footer={last > 1 && <Pages page={page} last={last} busy={list.isPlaceholderData} onPage={setPage} />}
    >
      {content()}
    </Dialog>
  )
}
