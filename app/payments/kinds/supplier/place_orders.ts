import { randomUUID } from 'node:crypto'
import { type Actor, recordEvents } from '#app/audit/record_event'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'
import { checkOrders } from '#app/payments/orders/checks/check_order'
import { earliestExecution, executionDay } from '#app/payments/orders/checks/execution_day'
import { lockOrders } from '#app/payments/orders/move_order'
import { sendableConcept, sendablePayee } from '#app/payments/orders/page/sendable_texts'
import PaymentOrder from '#app/payments/orders/payment_order'
import { accountOf, endToEndId, type OrderDraft } from '#app/payments/orders/place_order'

/** An order that could not be made, by its place among the drafts. */
export type Unplaced = { place: number; reason: string }

/**
 * Draft orders of many documents of one company from one account, with as many statements as for one: what the checks
 * refuse is not made and says why, the others are. The documents are locked by the caller.
 */
export async function placeOrders(
  drafts: readonly OrderDraft[],
  debtorAccountId: number,
  actor: Actor,
  trx: Transaction
): Promise<{ orders: PaymentOrder[]; refused: Unplaced[] }> {
  const [first] = drafts
  if (!first) return { orders: [], refused: [] }
  const account = await accountOf(first, debtorAccountId, actor.userId, trx)
  const earliest = earliestExecution({ cutOff: account.cutOff, speed: 'normal' })
  const { sendable, unsendable } = withSendableTexts(drafts)
  const numbers = await nextNumbers(sendable.length, trx)
  const wanted = sendable.map(({ draft, place, creditorName, remittance }, index) => {
    const number = numbers[index] ?? ''
    const fields = {
      ...draft,
      debtorAccountId,
      creditorName,
      executionDate: executionDay(draft.wantedOn ?? earliest, earliest),
    }
    return {
      place,
      number,
      kind: draft.kind,
      site_id: draft.siteId,
      source_type: draft.sourceType,
      source_id: draft.sourceId,
      source_part: draft.sourcePart,
      debtor_account_id: debtorAccountId,
      creditor_type: draft.creditorType,
      creditor_id: draft.creditorId,
      creditor_name: fields.creditorName,
      provider_bank_id: draft.providerBankId,
      employee_bank_id: draft.employeeBankId,
      creditor_iban: draft.creditorIban,
      amount_minor: draft.amountMinor,
      currency: draft.currency,
      execution_date: fields.executionDate,
      remittance,
      end_to_end_id: endToEndId(number),
      channel: account.channel,
      fingerprint: PaymentOrder.fingerprintOf(fields),
      idempotency_key: randomUUID(),
      retry_of_id: draft.retryOfId,
    }
  })
  const made = await rows<{ id: number; number: string }>(
    `insert into payment_orders (number, kind, site_id, source_type, source_id, source_part, debtor_account_id, creditor_type, creditor_id, creditor_name, provider_bank_id,
        employee_bank_id, creditor_iban, amount_minor, currency, execution_date, remittance, end_to_end_id, channel, status, fingerprint, idempotency_key, retry_of_id, created_by, last_edited_by)
     select number, kind, site_id, source_type, source_id, source_part, debtor_account_id, creditor_type, creditor_id, creditor_name, provider_bank_id,
        employee_bank_id, creditor_iban, amount_minor, currency, execution_date, remittance, end_to_end_id, channel, 'draft', fingerprint, idempotency_key, retry_of_id, :userId::bigint, :userId::bigint
       from jsonb_to_recordset(:wanted::jsonb) as w(place int, number text, kind text, site_id bigint, source_type text, source_id bigint, source_part int, debtor_account_id bigint,
         creditor_type text, creditor_id bigint, creditor_name text, provider_bank_id bigint, employee_bank_id bigint, creditor_iban text, amount_minor bigint, currency text,
         execution_date date, remittance text, end_to_end_id text, channel text, fingerprint text, idempotency_key uuid, retry_of_id bigint) order by place
     returning id, number`,
    { wanted: JSON.stringify(wanted), userId: actor.userId },
    trx
  )
  const placeOf = new Map(wanted.map(({ number, place }) => [number, place]))
  const locked = await lockOrders(
    made.map(({ id }) => id),
    trx
  )
  const { orders, refused } = await sift(locked, placeOf, actor, trx)
  return { orders, refused: [...unsendable, ...refused] }
}

type Sendable = { draft: OrderDraft; place: number; creditorName: string; remittance: string }

/** The drafts with name and concept as they would leave; those whose name or concept cannot leave, with the reason. */
function withSendableTexts(drafts: readonly OrderDraft[]) {
  const sendable: Sendable[] = []
  const unsendable: Unplaced[] = []
  for (const [place, draft] of drafts.entries()) {
    try {
      const creditorName = sendablePayee(draft.creditorName)
      sendable.push({ draft, place, creditorName, remittance: sendableConcept(draft.remittance) })
    } catch (problem) {
      if (!isDomainError(problem)) throw problem
      unsendable.push({ place, reason: problem.message })
    }
  }
  return { sendable, unsendable }
}

/** Keeps what the checks let pass; the others were never made. */
async function sift(
  orders: PaymentOrder[],
  placeOf: ReadonlyMap<string, number>,
  actor: Actor,
  trx: Transaction
): Promise<{ orders: PaymentOrder[]; refused: Unplaced[] }> {
  const checked = await checkOrders(orders, 'create', actor.userId, trx)
  const errors = orders.map(
    (_, index) => checked[index]?.checks.find((check) => check.level === 'error')?.message ?? null
  )
  const refused = orders.flatMap(({ number }, index) => {
    const reason = errors[index]
    return reason ? [{ place: placeOf.get(number) ?? -1, reason }] : []
  })
  await execute(
    `delete from payment_orders where id = any(:ids::bigint[]) and status = 'draft'`,
    { ids: orders.filter((_, index) => errors[index] !== null).map(({ id }) => id) },
    trx
  )
  const kept = orders.filter((_, index) => errors[index] === null)
  await recordEvents(
    kept.map(({ id, siteId }) => ({
      actor,
      objectType: 'payment_order',
      objectId: id,
      siteId,
      event: 'payment_order.created',
      to: 'draft',
    })),
    trx
  )
  return { orders: kept, refused }
}

async function nextNumbers(count: number, trx: Transaction): Promise<string[]> {
  const found = await rows<{ number: string }>(
    `select 'OP-' || :year || '-' || lpad(n::text, greatest(6, length(n::text)), '0') as number from (select nextval('payment_order_numbers') as n from generate_series(1, :count::int)) s`,
    { year: today().slice(0, 4), count },
    trx
  )
  return found.map(({ number }) => number)
}
