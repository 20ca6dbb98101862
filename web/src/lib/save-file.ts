// Downloads a file created in the page.
export const saveFile = (name: string, content: BlobPart, type: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser reads it after the current task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
