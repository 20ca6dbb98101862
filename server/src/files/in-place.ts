// The headers of a file that the browser displays: nothing in it may run, and the browser must not guess another type.
import { attachment } from './attachment.ts'

/** Without `sandbox` for PDF: browsers display none there; their viewer is isolated and runs no code of ours. */
export const inPlace = (name: string, type: string): Record<string, string> => {
  const headers: Record<string, string> = {
    ...attachment(name, type),
    ...(type === 'application/pdf'
      ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }
      : {}),
  }
  return { ...headers, 'content-disposition': (headers['content-disposition'] ?? '').replace(/^attachment/, 'inline') }
}
