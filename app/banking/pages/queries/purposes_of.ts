import type { BankProvider } from '#app/banking/bank_provider'
import { askBank } from '#app/banking/pages/acts/ask_bank'
import type { ConnectorFacts } from '#app/connectors/queries/list_connectors'
import { isDomainError } from '#app/kernel/domain_error'

/** Purposes that a bank asks for; none where it asks for none, and while it cannot be asked. */
export async function purposesOf(
  bank: BankProvider,
  { id, status }: ConnectorFacts
): Promise<{ value: string; label: string }[]> {
  if (!bank.purposes || status.code !== 'active') return []
  try {
    const told = await askBank(
      id,
      async ({ connection, client }) => bank.purposes?.(connection, client) ?? []
    )
    return told.map(({ code, title }) => ({ value: code, label: title }))
  } catch (error) {
    if (!isDomainError(error)) throw error
    return []
  }
}
