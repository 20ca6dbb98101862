// Seals data stored on a device with keys that no script can read: AES-GCM for the content, HMAC for its name. The seal
// covers the name and the time, so that neither can be exchanged.
export type SealKeys = { seal: CryptoKey; name: CryptoKey }
export type Sealed = { id: string; at: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const newKeys = async (): Promise<SealKeys> => {
  const [seal, name] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return { seal, name }
}

const algorithm = ({ id, at, iv }: Omit<Sealed, 'bytes'>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(`${id} ${at}`),
})

export const sealed = async (keys: SealKeys, key: string, content: unknown, at: number): Promise<Sealed> => {
  const mark = await crypto.subtle.sign('HMAC', keys.name, bytesOf(key))
  const id = Array.from(new Uint8Array(mark), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const place = { id, at, iv: crypto.getRandomValues(new Uint8Array(12)) }
  const bytes = await crypto.subtle.encrypt(algorithm(place), keys.seal, bytesOf(JSON.stringify([key, content])))
  return { ...place, bytes }
}

/** @returns undefined if it was sealed with other keys, or was changed */
export const opened = async (
  keys: SealKeys,
  one: Sealed,
): Promise<readonly [key: string, content: unknown] | undefined> => {
  try {
    return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(algorithm(one), keys.seal, one.bytes)))
  } catch {
    return undefined
  }
}
