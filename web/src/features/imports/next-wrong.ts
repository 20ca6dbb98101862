// Where the focus goes in the grid: at first to the first wrong cell; with Enter from one cell to the next that is still wrong,
// or past the last, to having it all checked.
const WRONG = 'input[aria-invalid="true"]'

export const goToNextWrong = (from: HTMLElement): void => {
  const grid = from.closest<HTMLElement>('[data-grid]')
  const next = [...(grid?.querySelectorAll<HTMLElement>(WRONG) ?? [])].find(
    (cell) => cell !== from && from.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  ;(next ?? grid?.querySelector<HTMLElement>('[data-recheck]'))?.focus()
}

/**
 * Not on touch, where that would raise the keyboard over what is to be read: then the rows themselves. Either way the row
 * comes under the top bar, and what is wrong with its cell above the bar of the grid (`scroll-margin`).
 */
export const goToFirstWrong = (rows: HTMLElement): void => {
  const first = rows.querySelector<HTMLElement>(WRONG)
  const target = matchMedia('(pointer: coarse)').matches ? rows : (first ?? rows)
  target.focus({ preventScroll: true })
  const row = first?.closest('li') ?? rows.querySelector('li')
  row?.scrollIntoView?.({ block: 'start' })
  first?.closest('.cell')?.scrollIntoView?.({ block: 'nearest' })
}
