// A chart of any shape in its frame: measured, led through by keys, with one tip. The upright shapes are fetched when they are wanted.
import type { Country } from '@padron/contract/countries'
import type { ChartTable } from '@padron/contract/dashboard-chart-table'
import type { Shape } from '@padron/contract/dashboard-charts'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useMemo, useRef } from 'react'
import { nobodyAsked } from '../../../api/new-release.ts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { useCatalogueLink } from '../catalogue-link.ts'
import './charts.css'
import { ChartTip } from './ChartTip.tsx'
import { ChartContext, ReachedContext } from './chart-context.ts'
import { Ranked } from './Ranked.tsx'
import { useBarKeys } from './use-bar-keys.ts'
import { useTold } from './use-told.ts'
import { useWidth } from './use-width.ts'
import { byWeeks } from './weeks.ts'

const loadUpright = () => import('./Upright.tsx')
const Upright = lazy(() => loadUpright().then((m) => ({ default: m.Upright })))
/** Fetched before it is wanted. */
export const fetchCharts = (): void => void loadUpright().catch(nobodyAsked)

type Props = { table: ChartTable; shape: Shape; country: Country }

export const Chart = ({ table: whole, shape, country }: Props): ReactNode => {
  const phone = useMedia(PHONE)
  const table = useMemo(() => (phone && shape === 'columns' ? byWeeks(whole) : whole), [phone, shape, whole])
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const linkTo = useCatalogueLink()
  const { told, onTell, onUntell } = useTold(frame)
  const { reached, onFocus, onKeyDown } = useBarKeys()
  const state = useMemo(
    () => ({ table, country, linkTo, onTell, onUntell }),
    [table, country, linkTo, onTell, onUntell],
  )
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onUntell()
    onKeyDown(event)
  }
  const drawing = () => {
    if (width === undefined) return <div className="chart__wait" />
    if (shape === 'ranked') return <Ranked width={width} />
    return (
      <Suspense fallback={<div className="chart__wait" />}>
        <Upright shape={shape} width={width} />
      </Suspense>
    )
  }
  return (
    <ChartContext value={state}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears of its bars, is none itself */}
      <div ref={frame} className={`chart narrow relative chart--${shape}`} onFocus={onFocus} onKeyDown={onKey}>
        <ReachedContext value={reached}>{drawing()}</ReachedContext>
        {told && width !== undefined && <ChartTip told={told} width={width} />}
      </div>
    </ChartContext>
  )
}
