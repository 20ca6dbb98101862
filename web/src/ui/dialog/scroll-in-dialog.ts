// Scrolls a part of a dialog to its top. It does not use `scrollIntoView`, which also scrolls the surroundings: the
// drawer out of its heading and, while it slides in, the window sideways.

export const scrollInDialog = (part: Element): void => {
  const box = part.closest('.dialog__body')
  if (box) box.scrollTop += part.getBoundingClientRect().top - box.getBoundingClientRect().top
}
