import { SYSTEM } from '#app/audit/record_event'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { execute, rows } from '#app/kernel/database/sql'
import { makeInvoice, makeProvider } from '#tests/factories/documents'
import { makePayrollStage, type PayrollStage } from '#tests/factories/payroll'
import { makeUser } from '#tests/factories/people'

export const SUPPLIERS = 30
const CREDITS = 12

export type PaymentDay = PayrollStage & {
  /** The supplier whose bank gives the money back, paid by one invoice alone. */
  returned: { providerId: number; minor: number }
}

/** A company on the day it pays: its employees, and invoices of 30 suppliers with a dozen credit notes among them. */
export async function makePaymentDay({
  employees,
  invoices,
}: {
  employees: number
  invoices: number
}): Promise<PaymentDay> {
  const stage = await makePayrollStage(employees)
  const providerIds: number[] = []
  for (let n = 0; n < SUPPLIERS; n++) providerIds.push((await makeProvider(stage.person)).id)
  const [alone = 0, ...others] = providerIds
  const prefix = `D${stage.siteId}`
  const debt = (n: number) => ({
    providerId: n === 0 ? alone : (others[n % others.length] ?? 0),
    number: `${prefix}-${n}`,
    totalMinor: 12_100 + 121 * n,
  })
  const credit = (n: number) => ({
    providerId: others[n] ?? 0,
    number: `${prefix}-NC${n}`,
    totalMinor: -(2_420 + 121 * n),
    docType: 'credit_note' as const,
  })
  const wanted = [
    ...Array.from({ length: invoices }, (_, n) => debt(n)),
    ...Array.from({ length: CREDITS }, (_, n) => credit(n)),
  ]
  const ids: number[] = []
  for (const invoice of wanted)
    ids.push(await makeInvoice({ siteId: stage.siteId, creator: stage.person, isAudited: false, ...invoice }))
  await approveAll(ids)
  for (const id of ids) await bookInvoice(id, SYSTEM)
  return { ...stage, returned: { providerId: alone, minor: 12_100 } }
}

/** All of them approved by one person who had no hand in them, without going through limits and policies. */
async function approveAll(ids: number[]): Promise<void> {
  const approver = await makeUser('aprobador')
  await execute(
    `update invoices set rectification_note = 'Sin factura original' where id = any(:ids::bigint[]) and doc_type = 'credit_note'`,
    { ids }
  )
  await execute(
    `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
     select 'invoice', i.id, i.site_id, :userId, 'approve', invoice_fingerprint(i), i.total_minor from invoices i where i.id = any(:ids::bigint[])`,
    { ids, userId: approver.id }
  )
  await execute(`update invoices set status = 'approved' where id = any(:ids::bigint[])`, { ids })
}

/** What the orders of a company have come to, by kind and state. */
export async function orderStates(siteId: number): Promise<Record<string, number>> {
  const found = await rows<{ state: string; n: number }>(
    `select kind || ' ' || status as state, count(*)::int as n from payment_orders where site_id = :siteId group by 1`,
    { siteId }
  )
  return Object.fromEntries(found.map(({ state, n }) => [state, n]))
}
