import { type BankProvider, bankOf } from '#app/banking/bank_provider'
import { openClient } from '#app/connectors/client/open_client'
import { NoAnswer, NotSent, type ProviderClient } from '#app/connectors/client/provider_client'
import { noConnectionText, refusedText } from '#app/connectors/failure_texts'
import { type Connection, ConsentGone } from '#app/connectors/provider'
import { findConnection } from '#app/connectors/queries/find_connection'
import { DomainError } from '#app/kernel/domain_error'

export type AskedBank = { bank: BankProvider; connection: Connection; client: ProviderClient }

/** Asks the bank of a connection while a person waits. Throws DomainError, in words, where it cannot be asked or says nothing. */
export async function askBank<Answer>(
  connectorId: number,
  question: (asked: AskedBank) => Promise<Answer>
): Promise<Answer> {
  const connection = await findConnection(connectorId)
  const bank = bankOf(connection.provider)
  if (!bank) throw new Error(`${connection.provider} is no bank`)
  try {
    return await question({ bank, connection, client: await openClient(connectorId) })
  } catch (error) {
    throw toldFailure(error, bank.connector.title) ?? error
  }
}

/** What a failed call means for whoever waits for it; null for what is a bug. */
function toldFailure(error: unknown, title: string): DomainError | null {
  const told = (text: string) => new DomainError('E_PROVIDER_UNAVAILABLE', text, { cause: error })
  const isRefused = error instanceof NotSent && error.reason === 'authorisation_needed'
  if (isRefused || error instanceof ConsentGone) return told(refusedText(title))
  if (error instanceof NotSent && error.reason === 'not_active')
    return told(`La conexión con ${title} no está activa: reanúdela o reconéctela.`)
  if (error instanceof NotSent && error.reason === 'not_set_up') return told(error.message)
  if (error instanceof NotSent && error.reason === 'rate_limited')
    return told(`${title} no admite más peticiones ahora. Inténtelo dentro de un minuto.`)
  if (error instanceof NotSent || error instanceof NoAnswer) return told(noConnectionText(title))
  return null
}
