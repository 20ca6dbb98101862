// Where the notices stand: over everything. What is outside a modal dialog can be neither seen, pressed nor heard
// while it is open, so they stand inside the newest one, as a popover of their own; with none open, in the page.

/** The open dialogs, the newest last. */
const dialogs: HTMLDialogElement[] = []

export const noticePlace = document.createElement('div')
noticePlace.className = 'notices'
noticePlace.setAttribute('popover', 'manual')

/** Brings the notices above whatever was opened last. */
export const raiseNotices = (): void => {
  const parent = dialogs.at(-1) ?? document.body
  if (noticePlace.parentNode !== parent) parent.append(noticePlace)
  // Shown again it stands above; but not under the fingers of who is at one of its buttons.
  else if (noticePlace.contains(document.activeElement)) return
  // A browser without popovers still shows it, fixed in its corner.
  if (!('showPopover' in noticePlace)) return
  noticePlace.hidePopover()
  noticePlace.showPopover()
}

export const dialogOpened = (dialog: HTMLDialogElement): void => {
  dialogs.push(dialog)
  raiseIfConnected()
}

/** To be called before the dialog leaves the page: the notices must not leave with it. */
export const dialogClosed = (dialog: HTMLDialogElement): void => {
  const at = dialogs.indexOf(dialog)
  if (at >= 0) dialogs.splice(at, 1)
  raiseIfConnected()
}

/** Nothing to raise where no notices are drawn. */
const raiseIfConnected = (): void => {
  if (noticePlace.isConnected) raiseNotices()
}
