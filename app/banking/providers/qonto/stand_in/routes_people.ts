import type { Play } from '#app/banking/providers/qonto/stand_in/play'
import { decide, isOver } from '#app/banking/providers/qonto/stand_in/signing'
import { newId } from '#app/banking/providers/qonto/stand_in/state'
import type { StandInAnswer, StandInRequest, StandInRoute } from '#app/connectors/stand_in/stand_in_server'

/** Pages of the played service on which people consent and sign. */
export const peopleRoutes = (play: Play): StandInRoute[] => [
  {
    method: 'GET',
    path: '/oauth2/auth',
    operation: 'people.consent',
    handle: (request) => askConsent(play, request),
  },
  {
    method: 'GET',
    path: '/firmas',
    operation: 'people.sign',
    handle: () => listSignatures(play),
  },
  {
    method: 'POST',
    path: '/firmas/:token/:decision',
    operation: 'people.decide',
    handle: ({ params }) => {
      decide(play, params.decision === 'allow' ? 'allow' : 'deny', params.token)
      return { status: 303, headers: { location: '/firmas' } }
    },
  },
]

/** Somebody has consented: a code that gives tokens once. */
export function consentCode(play: Play): string {
  const code = newId(play.state, 'code')
  play.state.codes.push(code)
  return code
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const page = (content: string): StandInAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: `<!doctype html><html lang="es"><meta charset="utf-8"><title>Qonto (simulado)</title>
<body style="font-family:sans-serif;max-width:40rem;margin:4rem auto"><h1>Qonto (simulado)</h1>${content}</body></html>`,
})

/** People say yes or no, and go back to where they came from. */
function askConsent(play: Play, { query }: StandInRequest): StandInAnswer {
  const back = (params: Record<string, string>) => {
    const url = new URL(query.get('redirect_uri') ?? 'http://localhost/')
    for (const [name, value] of Object.entries({ ...params, state: query.get('state') ?? '' }))
      url.searchParams.set(name, value)
    return escaped(url.toString())
  }
  return page(`<p>Caudal pide permiso para leer las cuentas y enviar transferencias.</p>
<p><a href="${back({ code: consentCode(play) })}">Autorizar</a> · <a href="${back({ error: 'access_denied' })}">Rechazar</a></p>`)
}

function listSignatures(play: Play): StandInAnswer {
  const waiting = play.state.sessions.filter((one) => one.result === 'waiting' && !isOver(play, one))
  const rows = waiting.map(
    ({ token, what }) => `<li>${escaped(what)}
<form method="post" action="/firmas/${token}/allow" style="display:inline"><button>Firmar</button></form>
<form method="post" action="/firmas/${token}/deny" style="display:inline"><button>Rechazar</button></form></li>`
  )
  return page(rows.length === 0 ? '<p>No hay nada que firmar.</p>' : `<ul>${rows.join('')}</ul>`)
}
