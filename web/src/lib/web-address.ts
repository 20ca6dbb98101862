// Only web addresses become links: a source's text must not become a script.
export const isWebAddress = (url: string): boolean => /^(https?:\/\/|\/(?!\/))/i.test(url)
