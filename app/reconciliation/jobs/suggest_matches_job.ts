import type { ImportedStatement } from '#app/accounts/statement_followers'
import type { ToldJob } from '#app/jobs/job'
import { enqueue } from '#app/jobs/queue'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { counted } from '#app/kernel/text/counted'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'

type Data = { bankAccountId: number }

/** Looks for what the movements of an account settle, after each import or on request. */
export const suggestMatchesJob: ToldJob<Data> = {
  queue: 'reconciliation.suggest-matches',
  about: {
    title: 'Buscar conciliaciones',
    group: 'Contabilidad',
    changes: 'Busca qué liquida cada movimiento del banco y concilia lo que es seguro.',
    isRepeatable: true,
  },
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 2,
  retryDelaySeconds: 30,
  async work({ bankAccountId }, progress) {
    const { suggested, matched, booked } = await suggestMatches(bankAccountId, progress)
    return {
      message: `${counted(matched, 'conciliado', 'conciliados')}, ${counted(booked, 'contabilizado por reglas', 'contabilizados por reglas')}, ${suggested} con sugerencia`,
      resultUrl: `/accounts/${bankAccountId}/reconcile`,
      counters: { created: booked, updated: matched + suggested },
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
