// Only web addresses become links: a text of a source must not become a script.
export const isWebAddress = (url: string): boolean => /^(https?:\/\/|\/(?!\/))/i.test(url)
