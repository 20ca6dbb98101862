// Moves the focus to the filters of the screen.

/** @param from any element of the screen @returns whether there are filters */
export const focusOnFilters = (from: Element | null): boolean => {
  const bar = from?.closest('.filters') ?? from?.closest('.listing')?.querySelector('.filters')
  // On a touch screen a focused text field would open the keyboard over the results.
  const first = matchMedia('(pointer: coarse)').matches ? 'button' : 'input, select, button'
  const control = bar?.querySelector<HTMLElement>(`.filters__row :is(${first})`)
  control?.focus()
  return !!control
}
