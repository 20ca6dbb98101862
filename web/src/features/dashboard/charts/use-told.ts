// Whose tip is shown, and where: over the bar that is pointed at or has the focus.
import { type RefObject, useCallback, useState } from 'react'
import type { Told } from './chart-context.ts'

export const useTold = (frame: RefObject<HTMLElement | null>) => {
  const [told, setTold] = useState<Told>()
  const onTell = useCallback(
    (row: number, element: Element): void => {
      const around = frame.current?.getBoundingClientRect()
      if (!around) return
      const { left, top, width } = element.getBoundingClientRect()
      setTold({ row, left: left - around.left + width / 2, top: top - around.top })
    },
    [frame],
  )
  const onUntell = useCallback(() => setTold(undefined), [])
  return { told, onTell, onUntell }
}
