// Saves a chart as a picture made here, in the browser. The period's days and when the figures were worked out are those on the screen.
import type { Reply } from '@padron/contract/call'
import { dashboard as calls } from '@padron/contract/dashboard'
import type { ChartKey } from '@padron/contract/dashboard-chart-keys'
import { fileTitle } from '@padron/contract/dashboard-chart-words'
import { useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { notify } from '../../../api/notify.ts'
import { CallerContext } from '../../../api/use-call.ts'
import { dayOf } from '../../../lib/dates.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useUser } from '../../../session/user-context.ts'
import { RANKED_SHOWN } from '../charts/Ranked.tsx'
import { factsOf } from '../view.ts'
import { underLines } from './picture-words.ts'

export type ChartShown = { title: string; chartKey: ChartKey; months: number; svgOf: () => SVGSVGElement | null }
export type PictureKind = 'png' | 'svg'

const FAILS = 'No se pudo crear la imagen. Vuelva a intentarlo, o descargue el libro de Excel.'

export const usePicture = ({ title, chartKey, months, svgOf }: ChartShown) => {
  const { zone, country, parentName } = useUser()
  const caller = useContext(CallerContext)
  const answers = useQueryClient()

  /** @param day that the picture is made on */
  const told = (day: string) => {
    const answer = answers.getQueryData<Reply<typeof calls.read>>([caller, calls.read.name, {}])
    const facts = answer && factsOf(answer.dashboard)
    const period = facts?.statistics.find((one) => one.months === months)
    return {
      title,
      under: facts && period ? underLines(chartKey, { facts, period, country, zone }, RANKED_SHOWN) : [],
      foot: ['Padrón', parentName, day].filter(Boolean).join(' · '),
    }
  }

  const save = async (kind: PictureKind): Promise<void> => {
    const chart = svgOf()
    if (!chart) return
    const day = dayOf(serverNow(), zone)
    const name = fileTitle({ title, period: { months }, day }, chartKey)
    try {
      const { drawPicture, pngOf, svgText } = await import('./picture.ts')
      const drawn = await drawPicture(chart, told(day))
      if (kind === 'png') saveFile(`${name}.png`, await pngOf(drawn), 'image/png')
      else saveFile(`${name}.svg`, svgText(drawn), 'image/svg+xml')
    } catch {
      notify('error', FAILS)
    }
  }
  return save
}
