// The focus, taken to the filters of the screen.

/** @param from anything on the screen. @returns whether there are filters to go to */
export const focusOnFilters = (from: Element | null): boolean => {
  const bar = from?.closest('.filters') ?? from?.closest('.listing')?.querySelector('.filters')
  // On touch a text field would raise the keyboard over the result.
  const first = matchMedia('(pointer: coarse)').matches ? 'button' : 'input, select, button'
  const control = bar?.querySelector<HTMLElement>(`.filters__row :is(${first})`)
  control?.focus()
  return !!control
}
