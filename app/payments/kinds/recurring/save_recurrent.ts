import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { execute, inTransaction, oneRow, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, compareDays, maxDay, today } from '#app/kernel/time/calendar_date'
import { OCCURRENCE } from '#app/payments/kinds/recurring/kind'
import type { AMOUNT_MODES, RECURRENT_KINDS } from '#app/payments/kinds/recurring/recurrent_workflow'
import { dueDays, type Frequency } from '#app/payments/kinds/recurring/schedule'
import { refuseListedSupplier } from '#app/payments/kinds/supplier/refuse_listed_supplier'
import { isPayerFor } from '#app/payments/orders/checks/payer_accounts'
import { holdFunds, lockOrder, moveOrder, refreshSource } from '#app/payments/orders/move_order'

/** What an agreement says; amounts in cents. */
export type RecurrentInput = {
  siteId: number
  providerId: number
  concept: string
  kind: keyof typeof RECURRENT_KINDS
  amountMode: keyof typeof AMOUNT_MODES
  amountMinor: number | null
  maxMinor: number | null
  frequency: Frequency
  day: number
  startOn: CalendarDate
  endOn: CalendarDate | null
  occurrences: number | null
  debtorAccountId: number | null
  holidayRule: 'next' | 'previous'
  leadDays: number
  booking: 'payable' | 'expense'
  expenseAccountId: number | null
  revisionMonth: number | null
  revisionPercent: string | null
}

const COLUMNS: Readonly<Record<keyof RecurrentInput, string>> = {
  siteId: 'site_id',
  providerId: 'provider_id',
  concept: 'concept',
  kind: 'kind',
  amountMode: 'amount_mode',
  amountMinor: 'amount_minor',
  maxMinor: 'max_minor',
  frequency: 'frequency',
  day: 'day',
  startOn: 'start_on',
  endOn: 'end_on',
  occurrences: 'occurrences',
  debtorAccountId: 'debtor_account_id',
  holidayRule: 'holiday_rule',
  leadDays: 'lead_days',
  booking: 'booking',
  expenseAccountId: 'expense_account_id',
  revisionMonth: 'revision_month',
  revisionPercent: 'revision_percent',
}
const FIELDS = Object.keys(COLUMNS) as (keyof RecurrentInput)[]

/** Makes an agreement; its first occurrence is the next one from today, or from its start. Gives its key. */
export async function createRecurrent(input: RecurrentInput, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    await refuseWrong(input, actor, trx)
    await refuseListedSupplier({ ...input, userId: actor.userId }, trx)
    const nextOn = nextDay(input, maxDay(input.startOn, today()))
    const { id } = await oneRow<{ id: number }>(
      `insert into recurrent_payments (${FIELDS.map((field) => COLUMNS[field]).join(', ')}, next_on, created_by, updated_by)
       values (${FIELDS.map((field) => `:${field}`).join(', ')}, :nextOn, :userId, :userId) returning id`,
      { ...input, nextOn, userId: actor.userId },
      trx
    )
    await note(id, input.siteId, 'recurrent_payment.created', actor, trx)
    return id
  })
}

/**
 * Changes an agreement for what is still to come: drafts that nobody put into the buffer are withdrawn and made anew from
 * it; what is on its way stays as it was approved. Throws E_CHANGED when somebody else changed it meanwhile.
 */
export async function updateRecurrent(
  id: number,
  input: Omit<RecurrentInput, 'siteId'> & { lockVersion: number },
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const before = await oneRow<RecurrentInput & { status: string; lockVersion: number }>(
      `select ${FIELDS.map((field) => COLUMNS[field]).join(', ')}, status, lock_version from recurrent_payments where id = :id for update`,
      { id },
      trx
    )
    const { lockVersion, ...rest } = input
    if (before.lockVersion !== lockVersion)
      throw new DomainError('E_CHANGED', 'Otra persona lo ha cambiado: recargue la página.')
    if (before.status === 'ended') throw new DomainError('E_TRANSITION', 'El pago recurrente ha finalizado.')
    const after: RecurrentInput = { ...rest, siteId: before.siteId }
    await refuseWrong(after, actor, trx)
    await refuseListedSupplier({ ...after, userId: actor.userId }, trx)
    await withdrawDrafts(id, actor, trx)
    const from = (await dayAfterLast(id, trx)) ?? after.startOn
    const nextOn = nextDay(after, maxDay(from, after.startOn, today()))
    await execute(
      `update recurrent_payments set ${FIELDS.map((field) => `${COLUMNS[field]} = :${field}`).join(', ')}, next_on = :nextOn, lock_version = lock_version + 1, updated_by = :userId where id = :id`,
      { ...after, id, nextOn, userId: actor.userId },
      trx
    )
    await remeasure(id, trx)
    await note(id, before.siteId, 'recurrent_payment.updated', actor, trx, changedFields(before, after))
  })
}

/** «Revisión»: the yearly change of the amount, once a year and only when somebody confirms it. */
export async function reviseRecurrent(id: number, amountMinor: number, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const year = Number(today().slice(0, 4))
    const found = await row<{ siteId: number; before: number }>(
      `select site_id, amount_minor as before from recurrent_payments
        where id = :id and status <> 'ended' and revision_month is not null and coalesce(revised_year, 0) < :year for update`,
      { id, year },
      trx
    )
    if (!found) throw new DomainError('E_REVISED', 'Este pago no tiene una revisión pendiente este año.')
    await withdrawDrafts(id, actor, trx)
    await execute(
      `update recurrent_payments set amount_minor = :amountMinor, revised_year = :year, lock_version = lock_version + 1, updated_by = :userId where id = :id`,
      { id, amountMinor, year, userId: actor.userId },
      trx
    )
    await remeasure(id, trx)
    const diff: Record<string, [unknown, unknown]> = { amountMinor: [found.before, amountMinor] }
    await note(id, found.siteId, 'recurrent_payment.revised', actor, trx, diff)
  })
}

async function refuseWrong(input: RecurrentInput, { userId }: Actor, trx: Transaction): Promise<void> {
  if (input.endOn !== null && compareDays(input.endOn, input.startOn) <= 0)
    throw new DomainError('E_DATES', 'La fecha de fin debe ser posterior a la de inicio.', {
      field: 'end_on',
    })
  if (input.amountMode === 'fixed' && input.amountMinor === null)
    throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', { field: 'amount' })
  if (input.booking === 'expense' && input.expenseAccountId === null)
    throw new DomainError('E_ACCOUNT', 'Indique la cuenta de gasto.', { field: 'expense_account_id' })
  const found = await oneRow<{ account: boolean; expense: boolean }>(
    `select :debtorAccountId::bigint is null or exists (select 1 from bank_accounts b where b.id = :debtorAccountId and (b.site_id = :siteId or b.currency = 'EUR' and ${isPayerFor('b.site_id', ':siteId::bigint')}) and b.status = 'active') as account,
        :expenseAccountId::bigint is null or exists (select 1 from ledger_accounts where id = :expenseAccountId and site_id = :siteId and code like '6%') as expense`,
    {
      siteId: input.siteId,
      debtorAccountId: input.debtorAccountId,
      expenseAccountId: input.expenseAccountId,
      userId,
    },
    trx
  )
  if (!found.account)
    throw new DomainError('E_ACCOUNT', 'La cuenta de origen no pertenece a la empresa.', {
      field: 'debtor_account_id',
    })
  if (!found.expense)
    throw new DomainError('E_ACCOUNT', 'La cuenta de gasto no es del grupo 6 de la empresa.', {
      field: 'expense_account_id',
    })
}

const nextDay = (input: RecurrentInput, from: CalendarDate) => dueDays(input, from, 1)[0] ?? null

/** The day after the last one that there is: what has happened does not happen again. */
async function dayAfterLast(id: number, trx: Transaction): Promise<CalendarDate | null> {
  const { day } = await oneRow<{ day: CalendarDate | null }>(
    `select max(due_on) + 1 as day from recurrent_occurrences where recurrent_payment_id = :id`,
    { id },
    trx
  )
  return day
}

/** Drafts that nobody saw go, and with them the days to come that nothing was made of: they are made anew. */
async function withdrawDrafts(id: number, actor: Actor, trx: Transaction): Promise<void> {
  const drafts = await rows<{ id: number }>(
    `select o.id from payment_orders o join recurrent_occurrences c on o.source_type = '${OCCURRENCE}' and c.id = o.source_id
      where c.recurrent_payment_id = :id and o.status = 'draft' order by o.id`,
    { id },
    trx
  )
  for (const draft of drafts) {
    const order = await lockOrder(draft.id, trx)
    await moveOrder(order, 'cancel', actor, trx, { reason: 'El pago recurrente ha cambiado.' })
    await holdFunds(order, 'none', trx)
    await refreshSource(order, trx)
  }
  await execute(
    `delete from recurrent_occurrences c where c.recurrent_payment_id = :id and c.status = 'planned' and c.due_on > :day
        and not exists (select 1 from payment_orders o where o.source_type = '${OCCURRENCE}' and o.source_id = c.id)`,
    { id, day: today() },
    trx
  )
}

/** What is planned costs what the agreement says now; where it does not say it, the amount is asked for again. */
async function remeasure(id: number, trx: Transaction): Promise<void> {
  await execute(
    `update recurrent_occurrences c set amount_minor = r.amount_minor, problem = null from recurrent_payments r
      where r.id = c.recurrent_payment_id and c.recurrent_payment_id = :id and c.status = 'planned'`,
    { id },
    trx
  )
}

function note(
  id: number,
  siteId: number,
  event: string,
  actor: Actor,
  trx: Transaction,
  diff: Record<string, [unknown, unknown]> | null = null
): Promise<void> {
  return recordEvent({ actor, objectType: 'recurrent_payment', objectId: id, siteId, event, diff }, trx)
}
