import { blockAfter429, type Known, loggedExchange } from '#app/connectors/client/logged_exchange'
import type { BareAsk } from '#app/connectors/provider'

/** Asks for tokens: outside the rate of the connection and without its authorisation, logged without what it carries. */
export const bareAskOf =
  (connector: { id: number; baseUrl: string }, known: Known): BareAsk =>
  async (request) => {
    const answer = await loggedExchange(connector, known, request)
    if (answer.status === 429) throw await blockAfter429(connector.id, answer)
    return answer
  }
