import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { seededRandom } from '#app/demo/seeded_random'
import type { MadeProvider } from '#app/demo/suppliers/demo_providers'
import { approveInvoice } from '#app/invoices/approval/approve_invoice'
import { moveInvoice, turnDownInvoice } from '#app/invoices/approval/move_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { execute, oneRow, row } from '#app/kernel/database/sql'
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  compareDays,
  daysBetween,
  startOfMonth,
} from '#app/kernel/time/calendar_date'

const MONTHS = 12
/** The supplier whose bank detail nobody has verified yet has billed only lately. */
const NEW_PROVIDER_MONTHS = 1
const SEED = 20_261_121
/** Numbers that a supplier gives others between two of ours. */
const OTHER_CUSTOMERS = 37

export type DemoInvoice = {
  id: number
  siteId: number
  issuedOn: CalendarDate
  ageDays: number
  isPayable: boolean
}

/** Twelve months of invoices in every state: the older the further on its way. */
export async function createDemoInvoices(
  sites: DemoSite[],
  providers: MadeProvider[],
  users: DemoUsers,
  day: CalendarDate
): Promise<DemoInvoice[]> {
  const random = seededRandom(SEED)
  const made: DemoInvoice[] = []
  for (let month = MONTHS - 1; month >= 0; month--) {
    const start = startOfMonth(addMonths(day, -month))
    for (const provider of providers) {
      for (const code of provider.sites) {
        const site = sites.find((candidate) => candidate.code === code)
        const issuedOn = calendarDate(`${start.slice(0, 8)}${String(provider.day).padStart(2, '0')}`)
        const isTooNew = !provider.isVerified && month > NEW_PROVIDER_MONTHS
        if (!site || isTooNew || compareDays(issuedOn, day) > 0) continue
        made.push(await createOne({ site, provider, issuedOn, day, users, draw: random(), fate: random() }))
      }
    }
  }
  await registerCopies(providers, sites, users)
  return made
}

/** Two invoices that came twice: the auditor stops the copies. */
async function registerCopies(providers: MadeProvider[], sites: DemoSite[], users: DemoUsers): Promise<void> {
  for (const provider of providers.slice(0, 2)) {
    const site = sites.find((candidate) => candidate.code === provider.sites[0])
    const original = await row<{ invoiceNumber: string; issuedOn: CalendarDate }>(
      `select invoice_number, issued_on from invoices where provider_id = :id and site_id = :siteId and status = 'booked' order by issued_on desc limit 1`,
      { id: provider.id, siteId: site?.id }
    )
    if (!site || !original) continue
    await createOne({
      site,
      provider,
      issuedOn: original.issuedOn,
      day: original.issuedOn,
      users,
      draw: 0.5,
      fate: 0,
      number: original.invoiceNumber.replace('/', '-'),
    })
  }
}

type Wanted = {
  site: DemoSite
  provider: MadeProvider
  issuedOn: CalendarDate
  day: CalendarDate
  users: DemoUsers
  draw: number
  fate: number
  number?: string
}

async function createOne({
  site,
  provider,
  issuedOn,
  day,
  users,
  draw,
  fate,
  number: given,
}: Wanted): Promise<DemoInvoice> {
  const accountant = { userId: users.accountant, kind: 'user' as const }
  const { id: categoryId, prefix } = await oneRow<{ id: number; prefix: string }>(
    `select id, ledger_account_prefix as prefix from categories where name = :name`,
    { name: provider.category }
  )
  const baseMinor = Math.round(provider.baseMinMinor + draw * (provider.baseMaxMinor - provider.baseMinMinor))
  const number =
    given ??
    `${issuedOn.slice(2, 4)}-${site.code}/${Number(issuedOn.slice(5, 7)) * OTHER_CUSTOMERS + (provider.id % OTHER_CUSTOMERS)}`
  const receivedAt = new Date(
    `${addDays(issuedOn, 2) > day ? day : addDays(issuedOn, 2)}T${String(8 + Math.floor(fate * 9)).padStart(2, '0')}:${String(Math.floor(draw * 59)).padStart(2, '0')}:00+01:00`
  )
  const line = {
    concept: provider.concept,
    baseMinor,
    vatCode: vatFor(site, provider),
    withholdingCode: provider.withholding,
    categoryId,
    accountCode: prefix,
  }
  const id = await createInvoice(
    {
      siteId: site.id,
      providerId: provider.id,
      invoiceNumber: number,
      issuedOn,
      receivedAt,
      lines: [line],
      source: 'api',
    },
    accountant
  )
  const ageDays = daysBetween(issuedOn, day)
  const isBooked = await advance(id, ageDays, fate, users)
  if (isBooked) await execute(`update invoices set submitted_at = :at where id = :id`, { id, at: receivedAt })
  return { id, siteId: site.id, issuedOn, ageDays, isPayable: isBooked && provider.isVerified }
}

const vatFor = (site: DemoSite, provider: MadeProvider) => (site.code === 'AMS' ? 'IGIC7' : provider.vat)

/** Sends an invoice as far as its age lets expect; some stay back, some are refused. */
async function advance(id: number, ageDays: number, fate: number, users: DemoUsers): Promise<boolean> {
  const accountant = { userId: users.accountant, kind: 'user' as const }
  const approver = { userId: users.approver, kind: 'user' as const }
  if (ageDays < 6 || (ageDays < 20 && fate < 0.25)) return false
  if (fate > 0.985) {
    await moveInvoice(id, 'cancel', 'Enviada por error por el proveedor', {
      userId: users.senior,
      kind: 'user',
    })
    return false
  }
  await submitInvoice(id, accountant)
  await execute(`update invoices set submitted_at = received_at + interval '1 day' where id = :id`, { id })
  if (fate > 0.97) {
    await turnDownInvoice(id, 'reject', 'El servicio no se prestó', approver)
    return false
  }
  if (ageDays < 14 || (ageDays < 25 && fate < 0.4)) return false
  for (const userId of [users.secondApprover, users.approver]) {
    const invoice = await Invoice.findOrFail(id)
    if (invoice.status === 'pending_approval')
      await approveInvoice({
        invoiceId: id,
        shownFingerprint: await invoiceFingerprint(id),
        justifications: 'Comprobado con el pedido y el albarán',
        actor: { userId, kind: 'user' },
      })
  }
  if (fate > 0.955 && ageDays < 90) {
    await moveInvoice(id, 'dispute', 'Precio superior al acordado', accountant)
    return false
  }
  return true
}
