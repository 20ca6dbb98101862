// What a reload would throw away: what is being changed or sent says so here; a dialog, a typed password or text, by
// being there.
const held = new Set<object>()

/** Says that something would be lost. @returns takes it back */
export const holdPage = (): (() => void) => {
  const mark = {}
  held.add(mark)
  return () => void held.delete(mark)
}

const TYPED = 'input[type=password], input[type=file], textarea'

export const isUnsaved = (): boolean =>
  held.size > 0 ||
  document.querySelector('dialog[open], .file-drop__file') !== null ||
  [...document.querySelectorAll<HTMLInputElement>(TYPED)].some(({ value }) => value !== '')
