// What would change, as the product counts it now: how many, which cannot and why, and the first of them before and after.
import type { Reply } from '@padron/contract/call'
import type { vehicles } from '@padron/contract/vehicles'
import type { ReactNode } from 'react'
import { NOTHING } from '../../lib/money-text.ts'
import { numberText } from '../../lib/number-text.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-column.ts'
import { vehiclesText } from './bulk-kinds.ts'

type Preview = Reply<typeof vehicles.bulkPreview>

const summary = ({ selected, changing, unchanged }: Preview): string => {
  const same = unchanged ? ` ${vehiclesText(unchanged)} ya ${unchanged === 1 ? 'está' : 'están'} así.` : ''
  if (!changing) return `No cambiaría ninguno de los ${vehiclesText(selected)}.${same}`
  return `${changing === 1 ? 'Cambiará' : 'Cambiarán'} ${vehiclesText(changing)} de ${numberText(selected)}.${same}`
}

const COLUMNS: readonly Column<Preview['rows'][number]>[] = [
  { key: 'plate', title: 'Placa', head: true, cell: ({ plate }) => plate || NOTHING },
  { key: 'before', title: 'Antes', cell: ({ before }) => before || NOTHING },
  { key: 'after', title: 'Después', cell: ({ after }) => after || NOTHING },
]

const Rows = ({ rows, changing }: Pick<Preview, 'rows' | 'changing'>): ReactNode => (
  <div className="bulk__rows bordered rounded scroll">
    <DataTable
      className="table"
      caption={rows.length < changing ? `Los primeros ${rows.length}` : 'Los que cambian'}
      showCaption
      columns={COLUMNS}
      rows={rows}
      keyOf={({ vehicleAssetId }) => vehicleAssetId}
    />
  </div>
)

export const BulkPreview = ({ preview, waiting }: { preview: Preview; waiting: boolean }): ReactNode => (
  <div className="bulk__preview stack gap-8" aria-busy={waiting} data-waiting={waiting}>
    <p className="strong" role="status">
      {summary(preview)}
    </p>
    {preview.refused.length > 0 && (
      <ul className="bulk__refused bullets">
        {preview.refused.map(({ reason, count, plates }) => (
          <li key={reason}>
            {vehiclesText(count)} no {count === 1 ? 'cambia' : 'cambian'}: {reason}
            {plates.length > 0 && (
              <small className="muted">
                {' '}
                {plates.join(', ')}
                {plates.length < count && '…'}
              </small>
            )}
          </li>
        ))}
      </ul>
    )}
    {preview.rows.length > 0 && <Rows rows={preview.rows} changing={preview.changing} />}
  </div>
)
