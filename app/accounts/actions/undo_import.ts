import { updateReportedBalance } from '#app/accounts/actions/update_reported_balance'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { noteUndone } from '#app/imports/kept_files'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'

type Input = { bankAccountId: number; statementId: number; actor: Actor }

/**
 * Takes a whole import back, every statement of its file with its movements, as one act. Throws E_MATCHED when any of
 * them is reconciled, E_FEED_STATEMENT for what a connection told and E_LATER_IMPORT when a later file was imported without movements because these were there.
 */
export async function undoImport({ bankAccountId, statementId, actor }: Input): Promise<number> {
  return inTransaction(async (trx) => {
    const { siteId } = await oneRow<{ siteId: number }>(
      `select site_id from bank_accounts where id = :bankAccountId for update`,
      { bankAccountId },
      trx
    )
    const statements = await rows<{ id: number; source: string; fileId: number | null }>(
      `select s.id, s.source, s.file_id from bank_statements s join bank_statements asked on asked.id = :statementId and asked.bank_account_id = :bankAccountId
        where s.bank_account_id = :bankAccountId and (s.id = asked.id or s.file_sha256 = asked.file_sha256)`,
      { bankAccountId, statementId },
      trx
    )
    refuseFeed(statements)
    const ids = statements.map(({ id }) => id)
    await refuseMatched(ids, trx)
    await refuseLaterImport(bankAccountId, ids, trx)
    const deleted = await execute(
      `delete from bank_statement_lines where statement_id = any(:ids::bigint[])`,
      { ids },
      trx
    )
    await execute(`delete from bank_statements where id = any(:ids::bigint[])`, { ids }, trx)
    await noteUndone(
      statements.flatMap(({ fileId }) => (fileId === null ? [] : [fileId])),
      actor,
      trx
    )
    await execute(
      `update bank_accounts set reported_balance_minor = null, reported_at = null where id = :bankAccountId and provider_code in ('sepa_file', 'manual')`,
      { bankAccountId },
      trx
    )
    await updateReportedBalance(bankAccountId, trx)
    await recordEvent(
      {
        actor,
        objectType: 'bank_account',
        objectId: bankAccountId,
        siteId,
        event: 'bank_statement.undone',
        reason: counted(deleted, 'movimiento eliminado', 'movimientos eliminados'),
      },
      trx
    )
    return deleted
  })
}

/** What a connection tells would come back with its next reading. */
function refuseFeed(statements: readonly { source: string }[]): void {
  if (statements.some(({ source }) => source === 'api'))
    throw new DomainError(
      'E_FEED_STATEMENT',
      'Los movimientos de una conexión no se retiran: son los que cuenta el banco.'
    )
}

async function refuseMatched(ids: number[], trx: Transaction): Promise<void> {
  const { matched } = await oneRow<{ matched: number }>(
    `select count(*)::int as matched from bank_statement_lines where statement_id = any(:ids::bigint[]) and status in ('matched', 'partially_matched', 'booked_direct')`,
    { ids },
    trx
  )
  if (matched > 0) {
    throw new DomainError(
      'E_MATCHED',
      `No se puede deshacer la importación: ${counted(matched, 'movimiento ya está conciliado', 'movimientos ya están conciliados')}. Deshaga antes su conciliación.`
    )
  }
}

async function refuseLaterImport(bankAccountId: number, ids: number[], trx: Transaction): Promise<void> {
  const later = await row<{ importedOn: CalendarDate }>(
    `select (s.created_at at time zone 'Europe/Madrid')::date as imported_on from bank_statements s
      where s.bank_account_id = :bankAccountId and s.source <> 'api' and s.lines_repeated > 0 and s.id > (select max(id) from unnest(:ids::bigint[]) as id)
        and exists (select 1 from bank_statement_lines l where l.statement_id = any(:ids::bigint[])
              and l.booked_on between coalesce(s.period_from, '-infinity') and coalesce(s.period_to, 'infinity')) limit 1`,
    { bankAccountId, ids },
    trx
  )
  if (later) {
    throw new DomainError(
      'E_LATER_IMPORT',
      `Deshaga antes la importación del ${formatDay(later.importedOn)}: sus movimientos repetidos son de esta.`
    )
  }
}
