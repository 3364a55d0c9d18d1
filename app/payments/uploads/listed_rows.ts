import {
  blockedText,
  checkIbans,
  findIbanHits,
  type IbanToCheck,
  warnedText,
} from '#app/blacklist/check_iban'
import { KEPT_HOURS } from '#app/files/uploads'
import type { Client } from '#app/kernel/database/sql'
import type { UploadRow } from '#app/payments/uploads/upload_columns'

type Where = { point: string; objectType: string; triedBy: number | undefined; isAgain: boolean | undefined }

/**
 * Holds the accounts that rows of a file would pay against the list: a blocked one takes its row out with the reason, one
 * to be careful with is said. What somebody brings in (`triedBy`) stays on record, once a file; a look does not.
 */
export async function judgeListedRows<Parsed>(
  read: readonly UploadRow<Parsed>[],
  accounts: ReadonlyMap<number, readonly IbanToCheck[]>,
  { point, objectType, triedBy, isAgain = false }: Where,
  client?: Client
): Promise<UploadRow<Parsed>[]> {
  const wanted = [...accounts].flatMap(([rowNo, some]) => some.map((account) => ({ ...account, rowNo })))
  if (wanted.length === 0) return [...read]
  const hits =
    triedBy === undefined
      ? await findIbanHits(
          wanted.map(({ iban }) => iban),
          client
        )
      : await checkIbans(
          wanted,
          { point, objectType, userId: triedBy, ...(isAgain ? { onceInHours: KEPT_HOURS } : {}) },
          client
        )
  const found = Map.groupBy(
    wanted.flatMap(({ rowNo }, index) => {
      const hit = hits[index]
      return hit ? [{ rowNo, hit }] : []
    }),
    ({ rowNo }) => rowNo
  )
  return read.map((row) => {
    const met = (found.get(row.rowNo) ?? []).map(({ hit }) => hit)
    const blocked = met.find(({ severity }) => severity === 'block')
    if (blocked) return { ...row, parsed: null, errors: [blockedText(blocked)] }
    const [warned] = met
    return warned ? { ...row, warnings: [warnedText(warned)] } : row
  })
}
