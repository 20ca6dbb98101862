// What a person sees who opens a signed address that is past its time: why, and the way back. Nothing in it runs, and
// it says no more than the 404 that programs get: not whether the file ever was.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nonceOf } from './headers.ts'

const page = (nonce: string): string => `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>El enlace ya venció</title>
<style nonce="${nonce}">
body { max-width: 34rem; margin: 15vh auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.4rem }
</style>
</head>
<body>
<main>
<h1>El enlace ya venció</h1>
<p>Los enlaces a archivos sirven por un tiempo corto, o el archivo ya no está.
Vuelva a la consola y ábralo de nuevo desde ahí.</p>
<p><a href="/">Ir a la consola</a></p>
</main>
</body>
</html>
`

/** Of what a browser's own navigation asks, which programs and the console's calls do not. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && url.startsWith('/files/') && /\btext\/html\b/.test(headers.accept ?? '')

export const sendExpired = (reply: FastifyReply) =>
  reply
    .status(404)
    .header('vary', 'accept')
    .type('text/html; charset=utf-8')
    .send(page(nonceOf(reply.raw)))
