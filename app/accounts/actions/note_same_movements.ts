import type { Origin } from '#app/accounts/queries/find_told_before'
import type { IdentifiedEntries } from '#app/accounts/queries/identify_entries'
import { execute, type Transaction } from '#app/kernel/database/sql'

type Target = { bankAccountId: number; origin: Origin; statementIds: ReadonlyMap<number, number> }

/**
 * Notes under which identity this source tells the lines that the other told first, and which of its own may be such a line.
 * After the new lines are written.
 */
export async function noteSameMovements(
  { entries, same, doubtful }: IdentifiedEntries,
  { bankAccountId, origin, statementIds }: Target,
  trx: Transaction
): Promise<void> {
  if (same.size === 0 && doubtful.size === 0) return
  const lines = entries.flatMap((entry) => entry.lines)
  const aliases = lines.flatMap(({ externalId, bookedOn, statementNo }) => {
    const lineId = same.get(externalId)
    return lineId === undefined
      ? []
      : [
          {
            external_id: externalId,
            line_id: lineId,
            statement_id: statementIds.get(statementNo),
            booked_on: bookedOn,
          },
        ]
  })
  await execute(
    `insert into bank_statement_line_aliases (bank_account_id, external_id, line_id, statement_id, origin, booked_on)
     select :bankAccountId, external_id, line_id, statement_id, :origin, booked_on
       from jsonb_to_recordset(:aliases::jsonb) as a(external_id text, line_id bigint, statement_id bigint, booked_on date)`,
    { bankAccountId, origin, aliases: JSON.stringify(aliases) },
    trx
  )
  await execute(
    `update bank_statement_lines l set possible_duplicate_of = d.line_id
       from unnest(:identities::text[], :lineIds::bigint[]) as d(identity, line_id)
      where l.bank_account_id = :bankAccountId and l.external_id = d.identity`,
    { bankAccountId, identities: [...doubtful.keys()], lineIds: [...doubtful.values()] },
    trx
  )
}
