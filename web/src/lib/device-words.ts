// A browser's name for itself in a few words, "Chrome en Windows". Only what is told plainly: whatever is not known is shown
// as it came. Order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.

const BROWSERS = [
  { is: /\bEdg(?:A|iOS)?\//, name: 'Edge' },
  { is: /\bOPR\/|\bOpera\b/, name: 'Opera' },
  { is: /\bSamsungBrowser\//, name: 'Samsung Internet' },
  { is: /\bFirefox\/|\bFxiOS\//, name: 'Firefox' },
  { is: /\b(?:Headless)?Chrome\/|\bCriOS\//, name: 'Chrome' },
  { is: /\bVersion\/\d[^V]*\bSafari\//, name: 'Safari' },
] as const
const SYSTEMS = [
  { is: /\biPhone\b/, name: 'iPhone' },
  { is: /\biPad\b/, name: 'iPad' },
  { is: /\bAndroid\b/, name: 'Android' },
  { is: /\bCrOS\b/, name: 'ChromeOS' },
  { is: /\bWindows\b/, name: 'Windows' },
  { is: /\bMacintosh\b|\bMac OS\b/, name: 'Mac' },
  { is: /\bLinux\b|\bX11\b/, name: 'Linux' },
] as const

export const deviceWords = (agent: string): string => {
  const browser = BROWSERS.find(({ is }) => is.test(agent))?.name
  const system = SYSTEMS.find(({ is }) => is.test(agent))?.name
  if (browser && system) return `${browser} en ${system}`
  return browser ?? (agent.trim() || 'Dispositivo desconocido')
}
