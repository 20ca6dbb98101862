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

/** Not on touch, where that would raise the keyboard over what is to be read: then the rows themselves. */
export const goToFirstWrong = (rows: HTMLElement): void => {
  const first = matchMedia('(pointer: coarse)').matches ? null : rows.querySelector<HTMLElement>(WRONG)
  ;(first ?? rows).focus()
}
