// A chart of any shape: measures its width, handles the keyboard and one tooltip. The shapes with axes are loaded on
// demand.
import type { ChartTable } from '@padron/contract/dashboard/chart-table'
import type { Shape } from '@padron/contract/dashboard/charts'
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ignoreLoadFailure } from '../../../api/new-release.ts'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { useUser } from '../../../session/user-context.ts'
import { useCatalogueLink } from '../catalogue-link.ts'
import './charts.css'
import { ChartContext, TabStopContext } from './Bar.tsx'
import { ChartTip } from './ChartTip.tsx'
import { Ranked } from './Ranked.tsx'
import { byWeeks } from './weeks.ts'

const loadUpright = () => import('./Upright.tsx')
const Upright = lazy(() => loadUpright().then((m) => ({ default: m.Upright })))
/** Loads the shapes in advance. */
export const fetchCharts = (): void => void loadUpright().catch(ignoreLoadFailure)

type Frame = RefObject<HTMLElement | null>

/** The width where there is no layout, as in tests. */
const UNKNOWN_WIDTH = 480
/** Half of the tooltip's minimum width, so that it stays inside of the chart. */
const HALF_TIP = 110

/** Measured before the first paint. */
const useWidth = (frame: Frame): number | undefined => {
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const measured = frame.current
    if (!measured) return
    const measure = (): void => setWidth(Math.floor(measured.clientWidth) || UNKNOWN_WIDTH)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [frame])
  return width
}

/** The row whose tooltip is open, and its position above the hovered or focused bar. */
const useTip = (frame: Frame) => {
  const [tip, setTip] = useState<{ row: number; left: number; top: number }>()
  const showTip = useCallback(
    (row: number, element: Element): void => {
      const around = frame.current?.getBoundingClientRect()
      if (!around) return
      const { left, top, width } = element.getBoundingClientRect()
      setTip({ row, left: left - around.left + width / 2, top: top - around.top })
    },
    [frame],
  )
  const hideTip = useCallback(() => setTip(undefined), [])
  return { tip, showTip, hideTip }
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
const placeOf = (bar: Element): number => Number(bar.getAttribute('data-bar'))

const barsOf = (frame: Element): SVGElement[] =>
  [...frame.querySelectorAll<SVGElement>('[data-bar]')].sort((a, b) => placeOf(a) - placeOf(b))

/** Tab reaches one bar of a chart; the arrows, Home and End move to the others. */
const useBarKeys = () => {
  const [tabStop, setTabStop] = useState(0)
  const onFocus = ({ target }: FocusEvent): void => {
    const bar = target.closest('[data-bar]')
    if (bar) setTabStop(placeOf(bar))
  }
  const moveFocus = (event: KeyboardEvent): void => {
    const { key, target, currentTarget } = event
    const here = target instanceof Element ? target.closest<SVGElement>('[data-bar]') : null
    const step = STEPS[key]
    if (!here || !(step || key === 'Home' || key === 'End')) return
    event.preventDefault()
    const bars = barsOf(currentTarget)
    const next = step ? bars[bars.indexOf(here) + step] : bars.at(key === 'Home' ? 0 : -1)
    next?.focus()
  }
  return { tabStop, onFocus, moveFocus }
}

export const Chart = ({ table: whole, shape }: { table: ChartTable; shape: Shape }) => {
  const { country } = useUser()
  const phone = useMedia(PHONE)
  const table = useMemo(() => (phone && shape === 'columns' ? byWeeks(whole) : whole), [phone, shape, whole])
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const linkTo = useCatalogueLink()
  const { tip, showTip, hideTip } = useTip(frame)
  const { tabStop, onFocus, moveFocus } = useBarKeys()
  const state = useMemo(
    () => ({ table, country, linkTo, showTip, hideTip }),
    [table, country, linkTo, showTip, hideTip],
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') hideTip()
    moveFocus(event)
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the events of its bars */}
      <div ref={frame} className={`chart narrow relative chart--${shape}`} onFocus={onFocus} onKeyDown={onKeyDown}>
        <TabStopContext value={tabStop}>{drawing()}</TabStopContext>
        {tip && width !== undefined && (
          <ChartTip
            row={tip.row}
            className="chart-tip--over absolute"
            aria-hidden="true"
            style={{ left: Math.max(HALF_TIP, Math.min(tip.left, width - HALF_TIP)), top: tip.top }}
          />
        )}
      </div>
    </ChartContext>
  )
}
