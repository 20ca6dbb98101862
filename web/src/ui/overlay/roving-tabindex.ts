// One tab stop for a group of controls; arrows, Home and End move between them (roving tabindex:
// w3.org/WAI/ARIA/apg/practices/keyboard-interface). Used as a ref: the group is all controls in the element, also
// later ones. Its fields, and elements that open over it, keep their keys.

/** Elements that open over the page, and a combobox, whose button does the same as its field. */
const OTHERS = '[popover], [role="dialog"], [role="menu"], dialog, .combobox'

type Group = {
  controls: string
  /** The keys for the previous and the next control. */
  keys: readonly [string, string]
  /** False: the group is not reached by Tab. */
  isStop: boolean
}

const createRovingTabindex = ({ controls, keys, isStop }: Group) => {
  return (group: HTMLElement | null): (() => void) | undefined => {
    if (!group) return undefined
    let last: Element | undefined
    const all = (): HTMLElement[] =>
      [...group.querySelectorAll<HTMLElement>(controls)].filter((control) => {
        const other = control.closest(OTHERS)
        return (!other || other.contains(group)) && !control.matches(':disabled')
      })
    /** Marks the tab stop: the control with the focus, an open menu's, the previous one, or the first. */
    const mark = (): void => {
      const some = all()
      const stop =
        some.find((control) => control === document.activeElement) ??
        some.find((control) => control.getAttribute('aria-current') === 'page') ??
        some.find((control) => control === last) ??
        some[0]
      for (const control of some) control.tabIndex = isStop && control === stop ? 0 : -1
    }
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.matches(controls)) last = target
      mark()
    }
    const walk = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event
      if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
      const some = all()
      const at = some.indexOf(target as HTMLElement)
      if (at < 0) return
      const last = some.length - 1
      const to = { [keys[0]]: Math.max(0, at - 1), [keys[1]]: Math.min(last, at + 1), Home: 0, End: last }[key]
      if (to === undefined) return
      event.preventDefault()
      some[to]?.focus()
    }
    const observer = new MutationObserver(mark)
    mark()
    observer.observe(group, { childList: true, subtree: true, attributeFilter: ['disabled', 'aria-current'] })
    group.addEventListener('focusin', note)
    group.addEventListener('keydown', walk)
    return () => {
      observer.disconnect()
      group.removeEventListener('focusin', note)
      group.removeEventListener('keydown', walk)
    }
  }
}

const ACROSS = ['ArrowLeft', 'ArrowRight'] as const
const BUTTONS = 'a[href], button'
export const roveAcross = createRovingTabindex({ controls: BUTTONS, keys: ACROSS, isStop: true })
export const roveDown = createRovingTabindex({ controls: BUTTONS, keys: ['ArrowUp', 'ArrowDown'], isStop: true })

const HEADINGS = `${BUTTONS}, input[type="checkbox"]`
export const roveHeadings = createRovingTabindex({ controls: HEADINGS, keys: ACROSS, isStop: true })
/**
 * For the headings of a table with focusable rows: Tab reaches the rows, and arrow up moves from the first row to the
 * headings.
 */
export const roveHeadingsOfRows = createRovingTabindex({ controls: HEADINGS, keys: ACROSS, isStop: false })
