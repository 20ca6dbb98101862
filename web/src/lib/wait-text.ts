// How long to wait after too many attempts, as a sentence.
export const waitText = (seconds: number): string => {
  if (seconds < 60) return `Podrá volver a intentarlo en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`
  const minutes = Math.ceil(seconds / 60)
  return `Podrá volver a intentarlo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`
}
