import type { Play } from '#app/banking/providers/qonto/stand_in/play'
import { decide, isOver } from '#app/banking/providers/qonto/stand_in/signing'
import { newId } from '#app/banking/providers/qonto/stand_in/state'
import { decisionsPage, escaped, peoplePage } from '#app/connectors/stand_in/people_page'
import type { StandInAnswer, StandInRequest } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'

const TITLE = 'Qonto'

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

/** People say yes or no, and go back to where they came from. */
function askConsent(play: Play, { query }: StandInRequest): StandInAnswer {
  const back = (params: Record<string, string>) => {
    const url = new URL(query.get('redirect_uri') ?? 'http://localhost/')
    for (const [name, value] of Object.entries({ ...params, state: query.get('state') ?? '' }))
      url.searchParams.set(name, value)
    return escaped(url.toString())
  }
  return peoplePage(
    TITLE,
    `<p>Caudal pide permiso para leer las cuentas y enviar transferencias.</p>
<p><a href="${back({ code: consentCode(play) })}">Autorizar</a> · <a href="${back({ error: 'access_denied' })}">Rechazar</a></p>`
  )
}

function listSignatures(play: Play): StandInAnswer {
  const waiting = play.state.sessions.filter((one) => one.result === 'waiting' && !isOver(play, one))
  return decisionsPage(
    TITLE,
    waiting.map(({ token, what }) => ({
      text: what,
      decisions: [
        { label: 'Firmar', action: `/firmas/${token}/allow` },
        { label: 'Rechazar', action: `/firmas/${token}/deny` },
      ],
    })),
    { empty: 'No hay nada que firmar.' }
  )
}
