import type { ImportedStatement } from '#app/accounts/statement_followers'
import { enqueue, type Job } from '#app/jobs/queue'
import { inTransaction, type Transaction } from '#app/kernel/sql'
import { suggestMatches } from '#app/reconciliation/actions/suggest_matches'

type Data = { bankAccountId: number }

/** Looks for what the movements of an account settle, after each import or on request. */
export const suggestMatchesJob: Job<Data> = {
  queue: 'reconciliation.suggest-matches',
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 2,
  retryDelaySeconds: 30,
  async work({ bankAccountId }, progress) {
    const { suggested, matched, booked } = await suggestMatches(bankAccountId, progress)
    return {
      message: `${matched} conciliados, ${booked} contabilizados por reglas, ${suggested} con sugerencia`,
      resultUrl: `/accounts/${bankAccountId}/reconcile`,
    }
  },
}

/** Puts the job in the queue in the transaction that brought the movements. */
export async function enqueueSuggestions(
  { bankAccountId, userId, linesImported }: Omit<ImportedStatement, 'statementIds'>,
  trx: Transaction
): Promise<void> {
  if (linesImported === 0) return
  await enqueue(
    suggestMatchesJob,
    { bankAccountId },
    { title: 'Buscar conciliaciones', userId, objectType: 'bank_account', objectId: bankAccountId },
    trx
  )
}

/** The same on request, in a transaction of its own. */
export async function requestSuggestions(bankAccountId: number, userId: number): Promise<void> {
  await inTransaction((trx) => enqueueSuggestions({ bankAccountId, userId, linesImported: 1 }, trx))
}
