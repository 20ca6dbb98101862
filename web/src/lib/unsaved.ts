// Whether a reload would lose something: work registers itself here; open dialogs and typed texts are detected.
const held = new Set<object>()

/** Registers unsaved work. @returns a function that removes it */
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
