import { type Actor, recordEvent } from '#app/audit/record_event'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

type Gone = { field: string; kind: string; label: string; format: string; value: string; times: number }

/** Forgets one thing that the reading learned of a supplier; it may learn it again. Throws when it is gone already. */
export function forgetHint(providerId: number, hintId: number, actor: Actor): Promise<void> {
  return inTransaction(async (trx) => {
    const gone = await rows<Gone>(
      `delete from reading_hints where id = :hintId and provider_id = :providerId returning field, kind, label, format, value, times`,
      { hintId, providerId },
      trx
    )
    if (gone.length === 0) throw new DomainError('E_HINT', 'Esto ya se había olvidado: recargue la página.')
    await record(providerId, gone, actor, trx)
  })
}

/** Forgets everything that the reading learned of a supplier. Gives how many things that were. */
export function forgetAllHints(providerId: number, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const gone = await rows<Gone>(
      `delete from reading_hints where provider_id = :providerId returning field, kind, label, format, value, times`,
      { providerId },
      trx
    )
    if (gone.length > 0) await record(providerId, gone, actor, trx)
    return gone.length
  })
}

/** What was forgotten, short enough for the history of the supplier. */
const wordsOf = ({ field, label, format, value }: Gone) =>
  [field, label || value, format].filter(Boolean).join(' ')

function record(providerId: number, gone: Gone[], actor: Actor, trx: Transaction): Promise<void> {
  return recordEvent(
    {
      actor,
      objectType: 'provider',
      objectId: providerId,
      event: 'provider.reading_forgotten',
      diff: { learned: [gone.map(wordsOf).join('; '), null] },
    },
    trx
  )
}
