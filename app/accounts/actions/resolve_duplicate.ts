import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

type Input = {
  bankAccountId: number
  /** The line that may be another one. */
  lineId: number
  answer: 'same' | 'different'
  /** Why, in the person's words: what goes does not come back by itself. */
  reason: string
  actor: Actor
}

type Pair = {
  id: number
  externalId: string
  statementId: number
  bookedOn: CalendarDate
  amountMinor: number
  currency: string
  status: string
  origin: 'file' | 'feed'
  otherId: number
  otherHasAlias: boolean
  siteId: number
}

/**
 * A person says whether a line that came by the second source is one that was there. When it is, it goes, and what the
 * source calls it stands beside the line that stays. Throws E_MATCHED while the one that would go is reconciled.
 */
export async function resolveDuplicate({
  bankAccountId,
  lineId,
  answer,
  reason,
  actor,
}: Input): Promise<void> {
  await inTransaction(async (trx) => {
    const pair = await lockPair({ bankAccountId, lineId }, trx)
    if (!pair)
      throw new DomainError('E_NO_DUPLICATE', 'Ese movimiento ya no está por revisar: recargue la página.')
    if (answer === 'same') await unite(pair, bankAccountId, trx)
    else
      await execute(
        `update bank_statement_lines set possible_duplicate_of = null where id = :lineId`,
        { lineId },
        trx
      )
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId: pair.siteId,
        event: answer === 'same' ? 'bank_statement_line.united' : 'bank_statement_line.kept_apart',
        reason: `${formatAmount(pair.amountMinor, pair.currency)} del ${formatDay(pair.bookedOn)}: ${reason}`,
      },
      trx
    )
  })
}

const lockPair = ({ bankAccountId, lineId }: Pick<Input, 'bankAccountId' | 'lineId'>, trx: Transaction) =>
  row<Pair>(
    `select l.id, l.external_id, l.statement_id, l.booked_on, l.amount_minor, l.currency, l.status, case when s.source = 'api' then 'feed' else 'file' end as origin, o.id as other_id,
        exists (select 1 from bank_statement_line_aliases x where x.line_id = o.id and x.origin = case when s.source = 'api' then 'feed' else 'file' end) as other_has_alias,
        b.site_id
       from bank_statement_lines l join bank_statement_lines o on o.id = l.possible_duplicate_of join bank_statements s on s.id = l.statement_id
       join bank_accounts b on b.id = l.bank_account_id
      where l.id = :lineId and l.bank_account_id = :bankAccountId for update of l, o, s, b`,
    { bankAccountId, lineId },
    trx
  )

async function unite(pair: Pair, bankAccountId: number, trx: Transaction): Promise<void> {
  const { id, externalId, statementId, bookedOn, status, origin, otherId, otherHasAlias } = pair
  if (status !== 'pending' && status !== 'suggested')
    throw new DomainError(
      'E_MATCHED',
      'El movimiento repetido ya está conciliado: deshaga antes su conciliación.'
    )
  if (otherHasAlias)
    throw new DomainError('E_NO_DUPLICATE', 'El otro movimiento ya llegó por las dos vías: no son el mismo.')
  await execute(`delete from bank_statement_lines where id = :id`, { id }, trx)
  await execute(
    `insert into bank_statement_line_aliases (bank_account_id, external_id, line_id, statement_id, origin, booked_on)
     values (:bankAccountId, :externalId, :otherId, :statementId, :origin, :bookedOn)`,
    { bankAccountId, externalId, otherId, statementId, origin, bookedOn },
    trx
  )
  await execute(
    `update bank_statements set lines_imported = lines_imported - 1, lines_repeated = lines_repeated + 1 where id = :statementId`,
    { statementId },
    trx
  )
}
