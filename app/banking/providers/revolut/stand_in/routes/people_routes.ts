import { DRAFTS_PAGE } from '#app/banking/providers/revolut/drafts'
import { approveDraft, declineDraft } from '#app/banking/providers/revolut/stand_in/acts'
import { BadRequest } from '#app/banking/providers/revolut/stand_in/read_request'
import { route, type ToBank } from '#app/banking/providers/revolut/stand_in/routes/route'
import type { Draft } from '#app/banking/providers/revolut/stand_in/state'
import { decisionsPage } from '#app/connectors/stand_in/people_page'
import type { StandInAnswer } from '#app/connectors/stand_in/stand_in_requests'
import type { StandInRoute } from '#app/connectors/stand_in/stand_in_server'
import { formatAmount } from '#app/kernel/money/money'

/** The page of the drafts, and what people decide there. */
export const peopleRoutes = (bank: ToBank): StandInRoute[] => [
  route(`GET ${DRAFTS_PAGE}`, 'people.drafts', () => draftsPage(bank), ''),
  route(
    `POST ${DRAFTS_PAGE}/:id/:decision`,
    'people.decide',
    ({ params }) => draftsPage(bank, decide(bank, params.id, params.decision)),
    ''
  ),
]

function decide(bank: ToBank, id: string | undefined, decision: string | undefined): string {
  if (!waitingDrafts(bank).some((draft) => draft.id === id)) return 'El borrador ya no está por enviar.'
  if (decision !== 'send') {
    declineDraft(bank, id)
    return 'Borrador rechazado.'
  }
  try {
    approveDraft(bank, id)
    return 'Borrador enviado.'
  } catch (error) {
    if (error instanceof BadRequest) return `No se ha podido enviar: ${error.message}`
    throw error
  }
}

const waitingDrafts = (bank: ToBank): Draft[] =>
  bank().state.drafts.filter(
    ({ isDeleted, payments }) => !isDeleted && payments.some(({ state }) => state === 'CREATED')
  )

const draftsPage = (bank: ToBank, said = ''): StandInAnswer =>
  decisionsPage(
    'Revolut Business',
    waitingDrafts(bank).map(({ id, title, payments }) => ({
      text: `${title} · ${payments.map(({ amountMinor, currency }) => formatAmount(amountMinor, currency)).join(', ')}`,
      decisions: [
        { label: 'Enviar', action: `${DRAFTS_PAGE}/${id}/send` },
        { label: 'Rechazar', action: `${DRAFTS_PAGE}/${id}/decline` },
      ],
    })),
    { said, empty: 'No hay borradores por enviar.' }
  )
