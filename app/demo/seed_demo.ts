import { closeDemoYear, createDemoCertificates, createDemoLetterings } from '#app/demo/books/demo_bookkeeping'
import { createDemoDollars, createDemoRates } from '#app/demo/books/demo_currencies'
import { createDemoRules } from '#app/demo/books/demo_rules'
import { createDemoStatements } from '#app/demo/books/demo_statements'
import { createDemoConnections } from '#app/demo/connections/demo_connections'
import { auditDemoInvoices } from '#app/demo/documents/demo_audit'
import { createDemoExpenses } from '#app/demo/documents/demo_expenses'
import { createDemoForeignInvoices } from '#app/demo/documents/demo_foreign_invoices'
import { createDemoInvoices } from '#app/demo/documents/demo_invoices'
import { createDemoIssuing } from '#app/demo/documents/demo_issuing'
import { createDemoLegal } from '#app/demo/documents/demo_legal'
import { createDemoLoans } from '#app/demo/documents/demo_loans'
import { createDemoRebilling } from '#app/demo/documents/demo_rebilling'
import { uploadDemoFiles } from '#app/demo/documents/demo_uploads'
import { publishDemoAnnouncements } from '#app/demo/group/demo_announcements'
import { grantDemoApprovals } from '#app/demo/group/demo_approvals'
import { createDemoEmployees } from '#app/demo/group/demo_employees'
import { createDemoSites } from '#app/demo/group/demo_sites'
import { createDemoUsers } from '#app/demo/group/demo_users'
import { createDemoBankPayments } from '#app/demo/payments/demo_bank_payments'
import { createDemoHoldingPayments } from '#app/demo/payments/demo_holding_payments'
import { createDemoPayments } from '#app/demo/payments/demo_payments'
import { createDemoPayrolls } from '#app/demo/payments/demo_payrolls'
import { createDemoRecurrents } from '#app/demo/payments/demo_recurrents'
import { createDemoReserves } from '#app/demo/payments/demo_reserves'
import { createDemoTransfers } from '#app/demo/payments/demo_transfers'
import { createDemoBlacklist } from '#app/demo/suppliers/demo_blacklist'
import { createDemoContracts } from '#app/demo/suppliers/demo_contracts'
import { createDemoProfiles } from '#app/demo/suppliers/demo_profiles'
import { createDemoProviders } from '#app/demo/suppliers/demo_providers'
import { execute, row } from '#app/kernel/database/sql'
import { addDays, today } from '#app/kernel/time/calendar_date'

type Step = (text: string) => void

/**
 * Fills an empty installation with the demo group, through the same actions that people use, so that its books
 * balance because the code balances them. Runs once; a run that broke off leaves its first mark without the second,
 * and the next start makes it anew.
 */
export async function seedDemoOnce(say: Step): Promise<void> {
  if (await row(`select 1 as found from users limit 1`)) return
  await note('demo_seed_started')
  const day = today()
  say('Creando el grupo de demostración: empresas, personas y proveedores…')
  const users = await createDemoUsers()
  const system = { userId: users.system, kind: 'user' as const }
  const accountant = { userId: users.accountant, kind: 'user' as const }
  const senior = { userId: users.senior, kind: 'user' as const }
  const sites = await createDemoSites(day, system)
  await grantDemoApprovals(sites, users, addDays(day, -395))
  const providers = await createDemoProviders(accountant, senior)
  await createDemoProfiles(providers, senior)
  await createDemoEmployees(sites, { enters: senior, verifies: system }, day)
  await createDemoContracts(sites, providers, users, day)
  say('Doce meses de facturas…')
  const invoices = await createDemoInvoices(sites, providers, users, day)
  say('Pagos y extractos…')
  await createDemoReserves(users, day)
  await createDemoHoldingPayments(sites, users, day)
  await createDemoPayments(sites, invoices, users, day)
  await createDemoBankPayments(sites, users)
  await createDemoTransfers(users)
  await createDemoRecurrents(sites, users, day)
  await createDemoPayrolls(sites, users, day)
  await createDemoLegal(sites, providers, users, day)
  await createDemoExpenses(sites, users, day)
  await createDemoRules(sites, senior)
  await createDemoStatements(sites, senior, day)
  say('Divisas, actas y cierre…')
  await createDemoRates(day, senior)
  await createDemoDollars(sites, senior, day)
  await createDemoLetterings(sites, users, day)
  await createDemoCertificates(sites, users, day)
  await closeDemoYear(sites, users, day)
  await createDemoForeignInvoices(sites, users, day)
  await createDemoLoans(sites, users, day)
  say('Conexiones con Qonto, Wise y Revolut…')
  await createDemoConnections(sites, users, day)
  say('Facturas emitidas con VERI*FACTU…')
  await createDemoIssuing(sites, users, day)
  say('Refacturación entre empresas…')
  await createDemoRebilling(sites, users, day)
  await createDemoBlacklist(senior, accountant)
  await publishDemoAnnouncements(system)
  await auditDemoInvoices(users, day)
  await uploadDemoFiles(accountant)
  await execute('analyze')
  await note('demo_seed_done')
  say(
    `Demostración lista: ${sites.length} empresas, ${providers.length} proveedores, ${invoices.length} facturas.`
  )
}

const note = (key: string) =>
  execute(`insert into group_settings (key, value) values (:key, 1) on conflict (key) do nothing`, { key })
