// Brings a part of a dialog to the top of it. By hand: `scrollIntoView` also scrolls what is around, the drawer out of
// its own heading and, while it slides in, the window sideways.

export const scrollInDialog = (part: Element): void => {
  const box = part.closest('.dialog__body')
  if (box) box.scrollTop += part.getBoundingClientRect().top - box.getBoundingClientRect().top
}
