// A chart’s exports: an image of it, made in the browser, or its figures in a workbook from the server; and the whole
// dashboard in a workbook.
import type { Reply } from '@padron/contract/call'
import { dashboard as calls } from '@padron/contract/dashboard'
import type { ChartKey } from '@padron/contract/dashboard/chart-keys'
import { fileTitle } from '@padron/contract/dashboard/chart-texts'
import type { DashboardName } from '@padron/contract/dashboard/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { notify } from '../../../api/notify.ts'
import { useAction } from '../../../api/use-action.ts'
import { CallerContext } from '../../../api/use-call.ts'
import { localDay } from '../../../lib/dates.ts'
import { downloadFrom } from '../../../lib/download.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useUser } from '../../../session/user-context.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { ActionMenu, type MenuAction } from '../../../ui/overlay/ActionMenu.tsx'
import { RANKED_ROWS } from '../charts/Ranked.tsx'
import { factsOf } from '../view.ts'
import { underLines } from './picture-texts.ts'

const FAILS = 'No se pudo crear la imagen. Vuelva a intentarlo, o descargue el archivo de Excel.'
const NO_CHART = 'No hay gráfica dibujada: la sección se ve como tabla o no tiene datos.'
const BUSY = 'Se está generando.'

type WorkbookProps = { dashboard: DashboardName; months: number; chartKey?: ChartKey }

const useWorkbook = ({ dashboard, months, chartKey: chart }: WorkbookProps) => {
  const { mutate, isPending } = useAction(calls.workbook, { onSuccess: ({ fileUrl }) => downloadFrom(fileUrl) })
  const download = (): void => {
    if (!isPending) mutate({ query: { dashboard, months: `${months}`, ...(chart && { chart }) } })
  }
  return { download, isPending }
}

type PictureProps = { title: string; chartKey: ChartKey; months: number; svgOf: () => SVGSVGElement | null }

/** The image states the period and the time of the statistics as they are on the screen. */
const usePicture = ({ title, chartKey, months, svgOf }: PictureProps) => {
  const { zone, country, parentName } = useUser()
  const caller = useContext(CallerContext)
  const answers = useQueryClient()

  /** @param day on which the image is created */
  const wordsOf = (day: string) => {
    const answer = answers.getQueryData<Reply<typeof calls.read>>([caller, calls.read.name, {}])
    const facts = answer && factsOf(answer.dashboard)
    const period = facts?.statistics.find((one) => one.months === months)
    return {
      title,
      under: facts && period ? underLines(chartKey, { facts, period, country, zone }, RANKED_ROWS) : [],
      foot: ['Padrón', parentName, day].filter(Boolean).join(' · '),
    }
  }

  return async (kind: 'png' | 'svg'): Promise<void> => {
    const chart = svgOf()
    if (!chart) return
    const day = localDay(serverNow(), zone)
    const name = fileTitle({ title, period: { months }, day }, chartKey)
    try {
      const { drawPicture, pngOf, svgText } = await import('./picture.ts')
      const picture = await drawPicture(chart, wordsOf(day))
      if (kind === 'png') saveFile(`${name}.png`, await pngOf(picture), 'image/png')
      else saveFile(`${name}.svg`, svgText(picture), 'image/svg+xml')
    } catch {
      notify('error', FAILS)
    }
  }
}

export const ChartMenu = ({ dashboard, ...chart }: PictureProps & { dashboard: DashboardName }) => {
  const { title, chartKey, months, svgOf } = chart
  const save = usePicture(chart)
  const { download, isPending } = useWorkbook({ dashboard, months, chartKey })
  const actions = (): readonly MenuAction[] => {
    const picture = { icon: 'download', reason: svgOf() === null ? NO_CHART : undefined } as const
    const reason = isPending ? BUSY : undefined
    return [
      { key: 'png', label: 'Imagen (PNG)', ...picture, run: () => void save('png') },
      { key: 'svg', label: 'Imagen (SVG)', ...picture, run: () => void save('svg') },
      { key: 'xlsx', label: 'Archivo de Excel (.xlsx)', icon: 'file', reason, run: download },
    ]
  }
  return (
    <ActionMenu label={`Exportar ${title}`} actions={actions} className="icon-button">
      {isPending ? <span className="spinner" aria-hidden="true" /> : <Icon name="download" size={16} />}
    </ActionMenu>
  )
}

/** The whole dashboard as a workbook, with a sheet for each chart. */
export const DashboardMenu = (props: { dashboard: DashboardName; months: number }) => {
  const { download, isPending } = useWorkbook(props)
  return (
    <Button
      label="Exportar a Excel"
      title="Archivo de Excel (.xlsx) con una hoja por gráfica"
      icon="download"
      busy={isPending}
      onClick={download}
    />
  )
}
