import { accountUses, closingHindrances, currencyUses } from '#app/accounts/ports'
import { counted } from '#app/kernel/text/counted'
import { archiveHindrances } from '#app/sites/ports'

/** Answers what lower floors ask of payments. */
export function answerPorts(): void {
  accountUses.answer({
    rows: (account) => `select 1 from payment_orders where debtor_account_id = ${account}`,
    says: () => 'tiene pagos.',
  })
  accountUses.answer({
    rows: (account) => `select 1 from payment_batches where debtor_account_id = ${account}`,
    says: () => 'tiene pagos.',
  })
  closingHindrances.answer({
    rows: (account) =>
      `select 1 from payment_orders where debtor_account_id = ${account} and status in ('draft', 'buffered', 'approved', 'sent')`,
    says: (count) => `tiene ${counted(count, 'pago pendiente', 'pagos pendientes')}.`,
  })
  currencyUses.answer({
    rows: (account) => `select 1 from payment_orders where debtor_account_id = ${account}`,
  })
  archiveHindrances.answer({
    rows: (site) =>
      `select 1 from payment_orders where site_id = ${site} and status in ('draft', 'buffered', 'approved', 'sent')`,
    says: (count) => `Tiene ${counted(count, 'pago en curso', 'pagos en curso')}.`,
    href: (siteId) => `/paysuppliers?site_ids[]=${siteId}`,
  })
}
