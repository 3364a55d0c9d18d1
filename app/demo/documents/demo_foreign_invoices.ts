import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { approveInvoice } from '#app/invoices/approval/approve_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { execute, oneRow } from '#app/kernel/database/sql'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { isTargetDay, nextTargetDay } from '#app/kernel/time/working_days'
import { createProvider } from '#app/providers/actions/create_provider'
import { addBank, verifyBank } from '#app/providers/actions/provider_banks'

type Wanted = {
  number: string
  currency: string
  ago: number
  baseMinor: number
  concept: string
  reaches: 'review' | 'approval' | 'booked'
}

const INVOICES: Wanted[] = [
  {
    number: 'INV-20418',
    currency: 'USD',
    ago: 34,
    baseMinor: 184_000,
    concept: 'Channel manager, annual licence',
    reaches: 'booked',
  },
  {
    number: 'INV-20533',
    currency: 'USD',
    ago: 12,
    baseMinor: 62_550,
    concept: 'Booking engine, additional rooms',
    reaches: 'approval',
  },
  {
    number: 'UK/1187',
    currency: 'GBP',
    ago: 5,
    baseMinor: 39_900,
    concept: 'Revenue management training',
    reaches: 'review',
  },
]

/** Invoices in dollars and pounds of a supplier from abroad, to the company with an account in dollars: one booked, one that waits, one to review. */
export async function createDemoForeignInvoices(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const site = sites[1]
  if (!site) return
  const accountant = { userId: users.accountant, kind: 'user' as const }
  const { id: categoryId, prefix } = await oneRow<{ id: number; prefix: string }>(
    `select id, ledger_account_prefix as prefix from categories where name = 'Software y suscripciones'`
  )
  const providerId = await createForeignProvider(categoryId, users)
  for (const { number, currency, ago, baseMinor, concept, reaches } of INVOICES) {
    const wanted = addDays(day, -ago)
    const id = await createInvoice(
      {
        siteId: site.id,
        providerId,
        invoiceNumber: number,
        issuedOn: isTargetDay(wanted) ? wanted : nextTargetDay(wanted),
        currency,
        lines: [
          {
            concept,
            baseMinor,
            vatCode: 'ISP21',
            withholdingCode: null,
            categoryId,
            accountCode: prefix,
          },
        ],
        source: 'api',
      },
      accountant
    )
    if (reaches !== 'review') await submitInvoice(id, accountant)
    if (reaches === 'booked') await approve(id, [users.secondApprover, users.approver])
  }
}

/** A supplier from abroad whose bank detail was verified long ago. */
async function createForeignProvider(categoryId: number, users: DemoUsers): Promise<number> {
  const accountant = { userId: users.accountant, kind: 'user' as const }
  const legalName = 'Hospitality Software International Ltd'
  const id = await createProvider(
    {
      legalName,
      taxIdType: 'foreign',
      taxId: 'GB 982 6143 07',
      country: 'GB',
      kind: 'supplier',
      categoryId,
      source: 'import',
    },
    accountant
  )
  const bankId = await addBank(
    { providerId: id, iban: 'GB82WEST12345698765432', holderName: legalName },
    accountant
  )
  await verifyBank({ providerId: id, bankId }, 'phone_call', { userId: users.senior, kind: 'user' })
  await execute(
    `update provider_banks set payable_from = now() - interval '300 days', created_at = now() - interval '390 days', verified_at = now() - interval '389 days' where id = :bankId`,
    { bankId }
  )
  await execute(`update providers set created_at = now() - interval '395 days' where id = :id`, { id })
  return id
}

async function approve(invoiceId: number, userIds: number[]): Promise<void> {
  for (const userId of userIds) {
    const { status } = await Invoice.findOrFail(invoiceId)
    if (status !== 'pending_approval') return
    await approveInvoice({
      invoiceId,
      shownFingerprint: await invoiceFingerprint(invoiceId),
      justifications: 'Comprobado con el pedido y el contrato',
      actor: { userId, kind: 'user' },
    })
  }
}
