import { accounts } from '#app/accounts/area'
import { audit } from '#app/audit/area'
import { backup } from '#app/backup/area'
import { banking } from '#app/banking/area'
import { blacklist } from '#app/blacklist/area'
import { books } from '#app/books/area'
import { connectors } from '#app/connectors/area'
import { contracts } from '#app/contracts/area'
import { demo } from '#app/demo/area'
import { directory } from '#app/directory/area'
import { employees } from '#app/employees/area'
import { expenses } from '#app/expenses/area'
import { files } from '#app/files/area'
import { identity } from '#app/identity/area'
import { imports } from '#app/imports/area'
import { invoices } from '#app/invoices/area'
import { issuing } from '#app/issuing/area'
import { jobs } from '#app/jobs/area'
import type { Area } from '#app/kernel/area'
import { ledger } from '#app/ledger/area'
import { legal } from '#app/legal/area'
import { loans } from '#app/loans/area'
import { mail } from '#app/mail/area'
import { payments } from '#app/payments/area'
import { payroll } from '#app/payroll/area'
import { processes } from '#app/processes/area'
import { profiles } from '#app/profiles/area'
import { providers } from '#app/providers/area'
import { reading } from '#app/reading/area'
import { rebilling } from '#app/rebilling/area'
import { reconciliation } from '#app/reconciliation/area'
import { reports } from '#app/reports/area'
import { sites } from '#app/sites/area'
import { web } from '#app/web/area'

/** Every area of the product, from the lowest floor up. The routes of the last one answer whatever no other does. */
export const AREAS: readonly Area[] = [
  directory,
  files,
  audit,
  mail,
  jobs,
  reading,
  backup,
  identity,
  processes,
  imports,
  ledger,
  sites,
  connectors,
  accounts,
  blacklist,
  providers,
  employees,
  profiles,
  books,
  contracts,
  issuing,
  invoices,
  payroll,
  expenses,
  legal,
  loans,
  banking,
  rebilling,
  payments,
  reconciliation,
  reports,
  demo,
  web,
]
