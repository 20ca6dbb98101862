// A part that is drawn only while it is open, above everything, also above a modal dialog around it.

/** As a `ref` of what has `popover="manual"`. A browser without popovers shows it where it stands. */
export const showAsPopover = (element: HTMLElement | null): void => {
  if (element?.isConnected) element.showPopover?.()
}
