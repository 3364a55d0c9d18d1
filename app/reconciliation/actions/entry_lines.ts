import { row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, monthOf } from '#app/kernel/time/calendar_date'
import { ensureVatAccount } from '#app/ledger/actions/ensure_vat_account'
import { openVatMonth } from '#app/ledger/queries/periods'
import { findCounterAccount } from '#app/reconciliation/actions/counter_account'
import { assertCenter, requireInputTax } from '#app/reconciliation/actions/entry_dimensions'
import type { LockedMatch } from '#app/reconciliation/actions/lock_line'
import type { DirectLine } from '#app/reconciliation/postings/direct_posting'

/** One line of «Nuevo asiento» as somebody writes it. */
export type EntryLine = {
  accountCode: string
  /** In the sense of the movement, what goes against it below zero; null is what the others leave. */
  amountMinor: number | null
  /** Null says what the entry says. */
  memo: string | null
  taxCodeId: number | null
  providerId: number | null
  centerId: number | null
}

type Asked = {
  locked: LockedMatch
  lines: readonly EntryLine[]
  description: string
  postedOn: CalendarDate
}

/** The lines as they are posted, their accounts found or opened. Throws at the field of the line that is wrong. */
export async function checkedEntryLines(
  { locked, lines, description, postedOn }: Asked,
  trx: Transaction
): Promise<DirectLine[]> {
  const amounts = amountsOf(locked, lines)
  const { line: movement, account } = locked
  const checked: DirectLine[] = []
  for (const [index, line] of lines.entries()) {
    const memo = line.memo ?? description
    if (line.centerId !== null)
      await assertCenter(
        { siteId: account.siteId, id: line.centerId, field: `lines.${index}.center_id` },
        trx
      )
    checked.push({
      accountId: await findCounterAccount(
        { siteId: account.siteId, code: line.accountCode, field: `lines.${index}.account_code` },
        trx
      ),
      amountMinor: amounts[index] ?? 0,
      memo,
      tax:
        line.taxCodeId === null
          ? null
          : await taxOf(
              account.siteId,
              line.taxCodeId,
              { index, bookedOn: movement.bookedOn, postedOn },
              trx
            ),
      providerId: line.providerId === null ? null : await providerOf(line.providerId, index, trx),
      centerId: line.centerId,
    })
  }
  return checked
}

/** Signed as the bank shows them. They are what is left of the movement, not a cent more or less. */
function amountsOf({ line, account }: LockedMatch, lines: readonly EntryLine[]): number[] {
  const sense = Math.sign(line.amountMinor)
  const leftMinor = Math.abs(line.amountMinor)
  const told = lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)
  const amounts = lines.map(({ amountMinor }) => amountMinor ?? leftMinor - told)
  const empty = amounts.indexOf(0)
  if (empty >= 0) throw at(empty, 'amount', 'Introduzca un importe distinto de cero.')
  const gap = leftMinor - amounts.reduce((sum, amount) => sum + amount, 0)
  if (gap !== 0) {
    const text = formatAmount(Math.abs(gap), account.currency)
    const left = formatAmount(leftMinor, account.currency)
    throw at(
      lines.length - 1,
      'amount',
      `Las líneas deben sumar ${left}: ${gap > 0 ? `faltan ${text}` : `sobran ${text}`}.`
    )
  }
  return amounts.map((amount) => sense * amount)
}

async function taxOf(
  siteId: number,
  id: number,
  { index, bookedOn, postedOn }: { index: number; bookedOn: CalendarDate; postedOn: CalendarDate },
  trx: Transaction
): Promise<DirectLine['tax']> {
  const tax = await requireInputTax({ siteId, id, day: bookedOn, field: `lines.${index}.tax_code_id` }, trx)
  const accountId = await ensureVatAccount({ siteId, role: 'vat_input', suffix: tax.accountSuffix }, trx)
  const period = await openVatMonth(siteId, monthOf(postedOn), trx)
  return { codeId: tax.id, accountId, rateBasisPoints: tax.rateBasisPoints, period }
}

/** A supplier; one that was merged is the other since then. */
async function providerOf(id: number, index: number, trx: Transaction): Promise<number> {
  const found = await row<{ id: number }>(
    `select coalesce(merged_into_id, id) as id from providers where id = :id`,
    { id },
    trx
  )
  if (!found) throw at(index, 'provider_id', 'El proveedor ya no existe: elija otro.')
  return found.id
}

const at = (index: number, field: string, message: string) =>
  new DomainError('E_ENTRY_LINE', message, { field: `lines.${index}.${field}` })
