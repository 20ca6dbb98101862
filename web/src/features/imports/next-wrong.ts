// Where Enter goes from a cell of the grid: to the next one that is still wrong, or past the last, to having it all checked.
const WRONG = 'input[aria-invalid="true"]'

export const goToNextWrong = (from: HTMLElement): void => {
  const grid = from.closest<HTMLElement>('[data-grid]')
  const next = [...(grid?.querySelectorAll<HTMLElement>(WRONG) ?? [])].find(
    (cell) => cell !== from && from.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  ;(next ?? grid?.querySelector<HTMLElement>('[data-recheck]'))?.focus()
}
