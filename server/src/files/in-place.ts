// The headers of a file shown in the browser: nothing in it may run, and the browser must not guess another type.
import { attachment } from './attachment.ts'

/** Browsers show no PDF in a sandbox; their own viewer is one, and runs nothing of ours. */
export const inPlace = (name: string, type: string): Record<string, string> => {
  const headers: Record<string, string> = {
    ...attachment(name, type),
    ...(type === 'application/pdf'
      ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }
      : {}),
  }
  return { ...headers, 'content-disposition': (headers['content-disposition'] ?? '').replace(/^attachment/, 'inline') }
}
