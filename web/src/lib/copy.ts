// Copies a text. navigator.clipboard does not exist on a plain-http host, hence the old way as well.
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
    area.className = 'visually-hidden'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
