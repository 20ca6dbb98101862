// How clients encrypt a password before they send it: the description of the call that returns the key, and an example
// that a test runs.
const EXAMPLE = `import { randomBytes } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'

const base = 'https://padron.example'

const encryptPassword = async (username, password, use) => {
  const key = await (await fetch(base + '/connect/password-key')).json()
  const content = {
    p: password,
    iat: Math.floor(Date.now() / 1000),
    sub: username,
    use,
    jti: randomBytes(16).toString('base64url'),
  }
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', typ: 'pwd+jwe', kid: key.kid })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}

const signIn = async (username, password) => {
  const encrypted = await encryptPassword(username, password, 'sign-in')
  const body = new URLSearchParams({ grant_type: 'password', username, password: encrypted })
  return (await fetch(base + '/connect/token', { method: 'POST', body })).json()
}`

export const PASSWORD_ENCRYPTION = `Un programa no necesita contraseñas: llama con un token de acceso personal o \
con el secreto de una cuenta de servicio. Quien escribe otra consola cifra así cada contraseña que envía.

Es un JWE compacto (RFC 7516). Su encabezado dice \`alg\` «ECDH-ES» (RFC 7518 §4.6, con X25519 de RFC 8037), \`enc\` \
«A256GCM», \`typ\` «pwd+jwe» y \`kid\`, el de esta llave; \`epk\` lo pone la biblioteca. Su contenido es JSON en UTF-8:

- \`p\`: la contraseña.
- \`iat\`: el momento, en segundos desde 1970.
- \`sub\`: el nombre de usuario completo, como \`empresa-usuario\`.
- \`use\`: para qué es. \`sign-in\` inicia sesión, \`terms\` acepta los términos, \`current-password\` es la \
contraseña actual y \`new-password\` una nueva.
- \`jti\`: un texto único de 22 a 64 caracteres, de al menos 16 bytes al azar.

Vale una vez, para ese usuario y ese uso, si \`iat\` difiere cinco minutos como máximo de la hora del servidor, \
que está en el encabezado \`Date\` de cada respuesta. Si no es así, se responde como a una contraseña incorrecta; \
si ya se usó, con 400. Tiene 4096 caracteres como máximo. La llave cambia de vez en cuando, y la anterior se \
acepta una hora: pídala antes de cada uso. No sustituye a HTTPS.

\`\`\`js
${EXAMPLE}
\`\`\``
