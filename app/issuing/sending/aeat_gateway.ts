import { openClient } from '#app/connectors/client/open_client'
import { NoAnswer } from '#app/connectors/client/provider_client'
import { SENDING_PATH } from '#app/issuing/aeat/provider'
import { type AeatAnswer, readAeatAnswer } from '#app/issuing/sending/aeat_answer'

/** The way to AEAT. Throws NotSent when nothing has left, NoAnswer when it may have arrived. */
export type AeatGateway = { send: (envelope: string) => Promise<{ answer: AeatAnswer; text: string }> }

const FORBIDDEN = 403
const ANSWER_CHARACTERS_MAX = 1_000_000

/** The way to AEAT by a connection. */
export async function openAeat(connectorId: number): Promise<AeatGateway> {
  const client = await openClient(connectorId)
  return {
    async send(envelope) {
      const { status, text } = await client.ask({
        method: 'POST',
        path: SENDING_PATH,
        headers: { accept: 'text/xml', soapaction: '""' },
        body: { kind: 'text', text: envelope, contentType: 'text/xml; charset=utf-8' },
      })
      const kept = text.slice(0, ANSWER_CHARACTERS_MAX)
      if (status === FORBIDDEN)
        return {
          answer: { kind: 'fault', code: null, message: 'La AEAT no admite el certificado.' },
          text: kept,
        }
      const answer = readAeatAnswer(text)
      if (answer === null) throw new NoAnswer(`Respuesta ilegible de la AEAT (${status})`)
      return { answer, text: kept }
    },
  }
}
