// Copies a text. navigator.clipboard does not exist on a plain-http host, hence the old way as well.
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
    area.className = 'visually-hidden'
    // While a modal dialog is open nothing outside it can be selected.
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
    place.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
