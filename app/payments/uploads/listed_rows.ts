import {
  blockedText,
  checkIbans,
  findIbanHits,
  type IbanToCheck,
  warnedText,
} from '#app/blacklist/check_iban'
import { KEPT_HOURS } from '#app/imports/actions/forget_imports'
import type { Asked } from '#app/imports/define_import'
import type { ReadRow } from '#app/imports/read_rows'
import type { Client } from '#app/kernel/database/sql'

type Where = { point: string; objectType: string }

/**
 * Holds the accounts that rows of a file would pay against the list: a blocked one takes its row out with the reason, one
 * to be careful with is said. What somebody brings in stays on record, once a file; a look does not.
 */
export async function judgeListedRows<Value>(
  read: readonly ReadRow<Value>[],
  accounts: ReadonlyMap<number, readonly IbanToCheck[]>,
  { point, objectType }: Where,
  { purpose, actor }: Pick<Asked, 'purpose' | 'actor'>,
  client?: Client
): Promise<ReadRow<Value>[]> {
  const wanted = [...accounts].flatMap(([rowNo, some]) => some.map((account) => ({ ...account, rowNo })))
  if (wanted.length === 0) return [...read]
  const hits =
    purpose === 'look'
      ? await findIbanHits(
          wanted.map(({ iban }) => iban),
          client
        )
      : await checkIbans(
          wanted,
          {
            point,
            objectType,
            userId: actor.userId,
            ...(purpose === 'apply' ? { onceInHours: KEPT_HOURS } : {}),
          },
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
    if (blocked) return { ...row, value: null, errors: [blockedText(blocked)] }
    const [warned] = met
    return warned ? { ...row, warnings: [...row.warnings, warnedText(warned)] } : row
  })
}
