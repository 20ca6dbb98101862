// Places the notices above everything. Content outside an open modal dialog cannot be seen, pressed or read aloud, so
// the notices are a popover inside the newest dialog, or in the page if no dialog is open.

/** The open dialogs, the newest last. */
const dialogs: HTMLDialogElement[] = []

export const noticePlace = document.createElement('div')
noticePlace.className = 'notices'
noticePlace.setAttribute('popover', 'manual')

/** Brings the notices above the last opened element. */
export const raiseNotices = (): void => {
  const parent = dialogs.at(-1) ?? document.body
  if (noticePlace.parentNode !== parent) parent.append(noticePlace)
  // Showing the popover again raises it, except while one of its buttons has the focus.
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

/** Must be called before the dialog is removed, so that the notices are not removed with it. */
export const dialogClosed = (dialog: HTMLDialogElement): void => {
  const at = dialogs.indexOf(dialog)
  if (at >= 0) dialogs.splice(at, 1)
  raiseIfConnected()
}

/** Does nothing if no notices are drawn. */
const raiseIfConnected = (): void => {
  if (noticePlace.isConnected) raiseNotices()
}
