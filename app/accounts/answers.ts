import { formatAmount } from '#app/kernel/money/money'
import { counted } from '#app/kernel/text/counted'
import { activationNeeds, archiveHindrances } from '#app/sites/ports'

/** Answers what companies ask of their accounts. */
export function answerPorts(): void {
  activationNeeds.answer({
    isMet: (site) => `exists (select 1 from bank_accounts where site_id = ${site} and status = 'active')`,
    text: 'No tiene ninguna cuenta bancaria activa.',
    href: '/accounts',
  })
  archiveHindrances.answer({
    rows: (site) =>
      `select case when currency = 'EUR' then balance_minor else 0 end as euro_minor from bank_account_positions where site_id = ${site} and balance_minor <> 0`,
    sum: 'euro_minor',
    says: (count, euroMinor) =>
      `Tiene saldo en ${counted(count, 'cuenta', 'cuentas')} (${formatAmount(euroMinor, 'EUR')} en total).`,
    href: (siteId) => `/accounts?site_ids[]=${siteId}`,
  })
  archiveHindrances.answer({
    rows: (site) =>
      `select 1 from virtual_accounts v join account_balances b on b.account_id = v.ledger_account_id where v.site_id = ${site} and b.balance_minor <> 0`,
    says: (count) => `Tiene saldo en ${counted(count, 'cuenta virtual', 'cuentas virtuales')}.`,
    href: (siteId) => `/accounts?site_ids[]=${siteId}`,
  })
}
