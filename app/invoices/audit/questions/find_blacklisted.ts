import { findIbanHits } from '#app/blacklist/check_iban'
import type { Question } from '#app/invoices/audit/rule'
import { rows } from '#app/kernel/database/sql'

/** Why a printed account is barred from being paid. */
export const findBlacklisted: Question<string> = async (ids, _context, client) => {
  const printed = await rows<{ id: number; iban: string }>(
    `select id, iban_detected as iban from invoices where id = any(:ids::bigint[]) and iban_detected is not null`,
    { ids: [...ids] },
    client
  )
  if (printed.length === 0) return new Map()
  const hits = await findIbanHits(
    printed.map(({ iban }) => iban),
    client
  )
  return new Map(
    printed.flatMap(({ id }, index) => {
      const hit = hits[index]
      return hit?.severity === 'block' ? [[id, hit.comment] as const] : []
    })
  )
}
