// Email styles: inline, as mail programs need them, plus media rules for phones and dark colours. On a phone table rows
// become cards.
import { html } from './html.ts'

const LINE = 'border-bottom:1px solid #e3e8ed'
export const S = {
  page:
    'margin:0;padding:0;background:#f0f2f5;color:#1c2733;font-family:Arial,Helvetica,sans-serif;font-size:15px;' +
    'line-height:1.5',
  hidden: 'display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px',
  whole: 'width:100%;table-layout:fixed;margin:0;background:#f0f2f5;font-size:15px;line-height:1.5',
  outer: 'padding:24px 12px',
  sheet: 'width:100%;max-width:600px;table-layout:fixed;background:#ffffff;border-radius:8px;text-align:left',
  cell: 'padding:24px;overflow-wrap:break-word;word-wrap:break-word',
  logo: 'display:block;max-width:200px;max-height:80px;width:auto;height:auto;border:0;margin:0 0 16px',
  company: 'margin:0 0 16px;font-size:17px;font-weight:bold',
  title: 'margin:0 0 4px;font-size:22px;line-height:1.25',
  text: 'margin:0 0 14px',
  muted: 'margin:0 0 14px;color:#5b6875;font-size:13px',
  small: 'color:#5b6875;font-size:13px',
  heading: 'margin:22px 0 10px;font-size:17px;line-height:1.3',
  table: 'border-collapse:collapse;width:100%;font-size:14px;margin:0 0 18px',
  caption: 'text-align:left;color:#5b6875;font-size:13px;padding:0 0 6px',
  head: 'text-align:left;padding:6px 12px 6px 0;border-bottom:2px solid #c9d1d9;font-size:13px;vertical-align:bottom',
  body: `text-align:left;padding:6px 12px 6px 0;${LINE};vertical-align:top`,
  name: `text-align:left;padding:6px 12px 6px 0;${LINE};font-weight:normal;color:#5b6875;vertical-align:top;width:38%`,
  right: ';text-align:right;font-variant-numeric:tabular-nums',
  label: 'display:none;mso-hide:all;color:#5b6875',
  together: 'white-space:nowrap',
  button:
    'display:inline-block;background:#0958d9;color:#ffffff;padding:10px ' +
    '18px;border-radius:6px;text-decoration:none;font-weight:bold',
  link: 'color:#0958d9',
  footText: 'margin:0 0 10px',
  foot: 'border-top:1px solid #e3e8ed;padding:16px 24px 24px;color:#5b6875;font-size:13px',
} as const

/** Rules that override inline styles: those of phones, and dark colours. */
export const STYLE = html`@media (max-width:480px){
.cell{padding:16px!important}.outer{padding:0!important}.sheet{border-radius:0!important}
.cards,.cards tbody,.cards tr,.cards td,.cards caption{display:block!important}
.cards thead,.cards .none{display:none!important}
.cards tr{padding:8px 0!important;border-bottom:1px solid #e3e8ed!important}
.cards td{padding:1px 0!important;border:0!important;text-align:left!important}.cards .label{display:inline!important}}
@media (prefers-color-scheme:dark){
.page{background:#10151b!important;color:#e6eaef!important}.sheet{background:#1a2129!important}
.sheet td,.sheet th,.cards tr{border-color:#36414d!important}.muted{color:#a3b0bd!important}
.link{color:#7db1ff!important}.logo{background:#ffffff;padding:6px;border-radius:4px}}`
