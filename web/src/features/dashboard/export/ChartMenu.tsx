// A chart's export: the picture that stands on the screen, or its figures as a workbook.
import type { DashboardName } from '@padron/contract/dashboard-rules'
import type { ReactNode } from 'react'
import { ActionMenu, type MenuAction } from '../../../ui/ActionMenu.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { type ChartShown, type PictureKind, usePicture } from './use-picture.ts'
import { useWorkbook } from './use-workbook.ts'

const NO_CHART = 'No hay gráfica dibujada: la sección se ve como tabla o no tiene datos.'
const BUSY = 'Se está generando.'

const PICTURES: readonly { kind: PictureKind; label: string }[] = [
  { kind: 'png', label: 'Imagen (PNG)' },
  { kind: 'svg', label: 'Imagen (SVG)' },
]

type Props = ChartShown & { dashboard: DashboardName }

export const ChartMenu = ({ dashboard, ...chart }: Props): ReactNode => {
  const save = usePicture(chart)
  const workbook = useWorkbook({ dashboard, months: chart.months, chart: chart.chartKey })
  const actions = (): readonly MenuAction[] => {
    const none = chart.svgOf() === null ? NO_CHART : undefined
    return [
      ...PICTURES.map(({ kind, label }) => ({
        key: kind,
        label,
        icon: 'download' as const,
        reason: none,
        run: () => void save(kind),
      })),
      {
        key: 'xlsx',
        label: 'Libro de Excel (.xlsx)',
        icon: 'file',
        reason: workbook.busy ? BUSY : undefined,
        run: workbook.take,
      },
    ]
  }
  return (
    <ActionMenu label={`Exportar ${chart.title}`} actions={actions} className="icon-button export-chart">
      {workbook.busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" size={16} />}
    </ActionMenu>
  )
}

/** The whole dashboard, a sheet for each of its charts. */
export const DashboardMenu = ({ dashboard, months }: { dashboard: DashboardName; months: number }): ReactNode => {
  const workbook = useWorkbook({ dashboard, months })
  return (
    <button
      type="button"
      className="button export-dashboard"
      title="Libro de Excel (.xlsx) con una hoja por gráfica"
      aria-disabled={workbook.busy}
      onClick={workbook.take}
    >
      {workbook.busy ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" size={16} />}
      Exportar a Excel
    </button>
  )
}
