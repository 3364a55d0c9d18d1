import { accountUses, closingHindrances } from '#app/accounts/ports'
import { counted } from '#app/kernel/text/counted'
import { approvalUses, archiveHindrances } from '#app/sites/ports'

const settledThrough = (account: string) =>
  `select 1 from loans where ${account} in (lender_account_id, borrower_account_id)`

/** Answers what companies and bank accounts ask of loans. */
export function answerPorts(): void {
  approvalUses.answer({
    kind: 'loan',
    isInUse: (site) =>
      `exists (select 1 from loans l where ${site} in (l.lender_site_id, l.borrower_site_id) and l.status in ('draft', 'active'))`,
  })
  archiveHindrances.answer({
    rows: (site) =>
      `select 1 from loans where ${site} in (lender_site_id, borrower_site_id) and status in ('draft', 'active')`,
    says: (count) => `Tiene ${counted(count, 'préstamo abierto', 'préstamos abiertos')}.`,
    href: (siteId) => `/loans?site_ids[]=${siteId}`,
  })
  accountUses.answer({
    rows: settledThrough,
    says: (count) => `es la de ${counted(count, 'préstamo', 'préstamos')}.`,
  })
  closingHindrances.answer({
    rows: (account) => `${settledThrough(account)} and status in ('draft', 'active')`,
    says: (count) => `es la de ${counted(count, 'préstamo abierto', 'préstamos abiertos')}.`,
    href: () => '/loans',
  })
}
