// A letter's HTML as the page of a frame: nothing in it runs and nothing is fetched, whatever the letter says; its links open beside the
// console. Pure.

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'"

/** @param nonce the console's own policy holds in the frame too: a letter's style sheet needs it */
export const letterPage = (html: string, nonce: string): string => {
  const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank">`
  const styled = html.replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`)
  // Before anything of the letter: a policy holds from where it stands.
  const tag = styled.search(/<head[\s>]/i)
  const end = tag < 0 ? 0 : styled.indexOf('>', tag) + 1
  return styled.slice(0, end) + head + styled.slice(end)
}
