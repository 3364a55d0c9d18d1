import { createDemoConnections } from '#app/demo/connections/demo_connections'
import { publishDemoAnnouncements } from '#app/demo/demo_announcements'
import { grantDemoApprovals } from '#app/demo/demo_approvals'
import { auditDemoInvoices } from '#app/demo/demo_audit'
import { createDemoBankPayments } from '#app/demo/demo_bank_payments'
import { createDemoBlacklist } from '#app/demo/demo_blacklist'
import { closeDemoYear, createDemoCertificates, createDemoLetterings } from '#app/demo/demo_bookkeeping'
import { createDemoContracts } from '#app/demo/demo_contracts'
import { createDemoDollars, createDemoRates } from '#app/demo/demo_currencies'
import { createDemoEmployees } from '#app/demo/demo_employees'
import { createDemoExpenses } from '#app/demo/demo_expenses'
import { createDemoForeignInvoices } from '#app/demo/demo_foreign_invoices'
import { createDemoInvoices } from '#app/demo/demo_invoices'
import { createDemoIssuing } from '#app/demo/demo_issuing'
import { createDemoLegal } from '#app/demo/demo_legal'
import { createDemoPayments } from '#app/demo/demo_payments'
import { createDemoPayrolls } from '#app/demo/demo_payrolls'
import { createDemoProfiles } from '#app/demo/demo_profiles'
import { createDemoProviders } from '#app/demo/demo_providers'
import { createDemoRebilling } from '#app/demo/demo_rebilling'
import { createDemoRecurrents } from '#app/demo/demo_recurrents'
import { createDemoReserves } from '#app/demo/demo_reserves'
import { createDemoRules } from '#app/demo/demo_rules'
import { createDemoSites } from '#app/demo/demo_sites'
import { createDemoStatements } from '#app/demo/demo_statements'
import { createDemoTransfers } from '#app/demo/demo_transfers'
import { uploadDemoFiles } from '#app/demo/demo_uploads'
import { createDemoUsers } from '#app/demo/demo_users'
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
