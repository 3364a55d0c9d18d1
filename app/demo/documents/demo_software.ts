import type { Actor } from '#app/audit/record_event'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { approveInvoice } from '#app/invoices/approval/approve_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { execute, oneRow } from '#app/kernel/database/sql'
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  maxDay,
  startOfMonth,
  yearOf,
} from '#app/kernel/time/calendar_date'
import { monthText } from '#app/kernel/time/month_text'
import { createProvider } from '#app/providers/actions/create_provider'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'

const SOFTWARE = 'Nube Hostelera Ibérica, S.L.'
const MONTHS_BACK = 3

/** Who pays the software and whose it is. */
export type RebillingStage = { holding: DemoSite; hotels: DemoSite[]; users: DemoUsers; day: CalendarDate }

export const person = (userId: number): Actor => ({ userId, kind: 'user' })

/** Their software house, whose bank detail was verified long ago. */
export async function createSoftwareHouse(users: DemoUsers): Promise<number> {
  const { id: categoryId } = await oneRow<{ id: number }>(
    `select id from categories where name = 'Software y suscripciones'`
  )
  const id = await createProvider(
    {
      legalName: SOFTWARE,
      taxIdType: 'cif',
      taxId: 'B97004121',
      country: 'ES',
      kind: 'supplier',
      categoryId,
      source: 'import',
    },
    person(users.accountant)
  )
  const bankId = await addBank(
    { providerId: id, iban: 'ES6300491500042710348876', holderName: SOFTWARE },
    person(users.accountant)
  )
  await verifyBank({ providerId: id, bankId }, 'phone_call', person(users.senior))
  await execute(
    `update provider_banks set payable_from = now() - interval '300 days', created_at = now() - interval '390 days', verified_at = now() - interval '389 days' where id = :bankId`,
    { bankId }
  )
  await execute(`update providers set created_at = now() - interval '395 days' where id = :id`, { id })
  return id
}

/** The year before is closed in the demo. */
export const inYear = (day: CalendarDate, wanted: CalendarDate) =>
  maxDay(wanted, calendarDate(`${yearOf(day)}-01-02`))

/** The months that are billed, oldest first. */
export const billedMonths = ({ day }: RebillingStage) =>
  Array.from({ length: MONTHS_BACK }, (_, place) => startOfMonth(addMonths(day, place - MONTHS_BACK)))

/** One invoice a month, with the management system and the booking engine on lines of their own. */
export async function billSoftware(stage: RebillingStage, providerId: number): Promise<void> {
  for (const [place, month] of billedMonths(stage).entries())
    await book(stage, {
      providerId,
      number: `NH-${yearOf(month)}-${String(1180 + place)}`,
      issuedOn: inYear(stage.day, addDays(month, 4)),
      lines: [
        { concept: `Gestión hotelera (PMS), ${monthText(month)}`, baseMinor: 412_000 + place * 1_350 },
        { concept: `Motor de reservas, ${monthText(month)}`, baseMinor: 168_501 },
      ],
    })
}

export type Bill = {
  providerId: number
  number: string
  issuedOn: CalendarDate
  lines: { concept: string; baseMinor: number }[]
}

/** An invoice of theirs to the holding, in review. Gives its key. */
export async function registerBill({ holding, users }: RebillingStage, bill: Bill): Promise<number> {
  const { categoryId, accountCode } = await oneRow<{ categoryId: number; accountCode: string }>(
    `select id as category_id, ledger_account_prefix as account_code from categories where name = 'Software y suscripciones'`
  )
  return createInvoice(
    {
      siteId: holding.id,
      providerId: bill.providerId,
      invoiceNumber: bill.number,
      issuedOn: bill.issuedOn,
      lines: bill.lines.map((line) => ({
        ...line,
        vatCode: 'IVA21',
        withholdingCode: null,
        categoryId,
        accountCode,
      })),
      source: 'api',
    },
    person(users.accountant)
  )
}

async function book(stage: RebillingStage, bill: Bill): Promise<void> {
  const id = await registerBill(stage, bill)
  await submitInvoice(id, person(stage.users.accountant))
  await approveBill(id, stage.users)
}

export async function approveBill(invoiceId: number, users: DemoUsers): Promise<void> {
  for (const userId of [users.secondApprover, users.approver]) {
    const { status } = await Invoice.findOrFail(invoiceId)
    if (status !== 'pending_approval') return
    await approveInvoice({
      invoiceId,
      shownFingerprint: await invoiceFingerprint(invoiceId),
      justifications: 'Comprobado con el pedido y el contrato',
      actor: person(userId),
    })
  }
}
