import { oneRow, row, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { roleCode } from '#app/ledger/queries/role_account'
import { type AccountOption, findCounterAccounts } from '#app/reconciliation/queries/counter_accounts'
import { listInputTaxes, taxOptions } from '#app/reconciliation/queries/input_taxes'
import { type FeeFacts, isBankFee } from '#app/reconciliation/rules/bank_fee'

type Movement = FeeFacts & { siteId: number; bookedOn: CalendarDate }

const readMovement = (lineId: number) =>
  oneRow<Movement>(
    `select b.site_id, l.booked_on, l.norm_text, l.amount_minor, l.raw ->> 'commonConcept' as common_concept, l.raw ->> 'bankTransactionCode' as bank_transaction_code
       from bank_statement_lines l join bank_accounts b on b.id = l.bank_account_id where l.id = :lineId`,
    { lineId }
  )

/** The number that the company gives to the fees of its banks, for a movement that is one. */
const feeCode = (movement: Movement) =>
  isBankFee(movement) ? roleCode(movement.siteId, 'bank_fees') : Promise.resolve(null)

/** Accounts that a movement may be booked to, for a picker; that of the bank's fees first where it is one. */
export async function entryAccounts(lineId: number, text: string): Promise<AccountOption[]> {
  const movement = await readMovement(lineId)
  return findCounterAccounts({ siteId: movement.siteId, text, first: await feeCode(movement) })
}

/** What «Nuevo asiento» of a movement offers: the account of a fee, taxes that hold on its day and centres. */
export async function entryOptions(lineId: number) {
  const movement = await readMovement(lineId)
  const { siteId, bookedOn } = movement
  const code = await feeCode(movement)
  const [fee] = code === null ? [] : await findCounterAccounts({ siteId, text: code })
  return { fee: fee ?? null, ...(await dimensionOptions(siteId, bookedOn)) }
}

/** Taxes that an amount may carry on a day and the centres of a company, for its choices. */
export async function dimensionOptions(siteId: number, day: CalendarDate) {
  return {
    taxes: taxOptions(await listInputTaxes(siteId, day)),
    centers: await rows<{ value: string; label: string }>(
      `select id::text as value, name as label from site_centers where site_id = :siteId and active order by name collate "es-x-icu"`,
      { siteId }
    ),
  }
}

/** An account by its number as a picker shows it. */
export async function accountOption(
  siteId: number,
  code: string
): Promise<Pick<AccountOption, 'value' | 'label'>> {
  const known = await row<{ label: string }>(
    `select code || ' ' || name as label from ledger_accounts where site_id = :siteId and code = :code`,
    { siteId, code }
  )
  return { value: code, label: known?.label ?? code }
}
