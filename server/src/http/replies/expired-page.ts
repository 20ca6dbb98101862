// The page for a person who opens an expired signed address: the reason, and the way back. It has no scripts. Like the
// 404 for programs, it does not reveal whether the file ever existed.
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

/** Whether a browser's navigation sent the request, not a program or a call of the console. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && url.startsWith('/files/') && /\btext\/html\b/.test(headers.accept ?? '')

export const sendExpired = (reply: FastifyReply) =>
  reply
    .status(404)
    .header('vary', 'accept')
    .type('text/html; charset=utf-8')
    .send(page(nonceOf(reply.raw)))
