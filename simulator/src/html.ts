// The captcha page, and the escaping of texts. The page says that it is simulated, so that a saved copy is not mistaken
// for a real one.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&quot;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>'"]/g, (char) => entities[char] ?? '')

const page = (title: string, body: string): string =>
  `<!doctype html><html lang='es'><head><meta name='viewport' ` +
  `content='width=device-width'><title>${title}</title></head><body><header>Portal simulado · sin validez ` +
  `oficial</header><h1>${title}</h1>${body}</body></html>`

export const captchaPage = page(
  'Verificación de seguridad',
  "<form method='post'><p>Escriba el texto de la imagen para continuar.</p><div class='g-recaptcha'></div><p>El " +
    "texto de la imagen y el que captura no coinciden.</p><input name='captcha'><button>Continuar</button></form>",
)
