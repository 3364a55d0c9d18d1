import type { StandInAnswer } from '#app/connectors/stand_in/stand_in_requests'

/** Something that waits for a person at a played service, with what they may say: each a button that posts to its address. */
export type Waiting = { text: string; decisions: readonly { label: string; action: string }[] }

/** Text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page of a played service for people; `content` is HTML. */
export const peoplePage = (service: string, content: string): StandInAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${service} (simulado)</title>
<style>:root{color-scheme:light dark}body{font-family:sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;line-height:1.5}li{margin:0 0 1rem}form{display:inline}button{font:inherit;padding:.25rem .75rem}</style>
<body><h1>${service} (simulado)</h1>${content}</body></html>`,
})

/** What waits for people, one under the other, below what was just done. */
export function decisionsPage(
  service: string,
  waiting: readonly Waiting[],
  { said = '', empty }: { said?: string; empty: string }
): StandInAnswer {
  const rows = waiting.map(
    ({ text, decisions }) => `<li>${escaped(text)}<br>${decisions.map(button).join(' ')}</li>`
  )
  const told = said === '' ? '' : `<p role="status">${escaped(said)}</p>`
  return peoplePage(
    service,
    `${told}${rows.length === 0 ? `<p>${escaped(empty)}</p>` : `<ul>${rows.join('')}</ul>`}`
  )
}

const button = ({ label, action }: Waiting['decisions'][number]): string =>
  `<form method="post" action="${escaped(action)}"><button>${escaped(label)}</button></form>`
