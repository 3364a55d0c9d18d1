import { accountUses, closingHindrances, currencyUses } from '#app/accounts/ports'
import { transferFollowers } from '#app/banking/ports'
import { disableHindrances } from '#app/connectors/ports'
import { counted } from '#app/kernel/text/counted'
import { documentPayments, lastPayment } from '#app/ledger/document_payments'
import { answerBankPages } from '#app/payments/bank_page_answers'
import { supplierDocuments } from '#app/providers/ports'
import { archiveHindrances } from '#app/sites/ports'

/** Answers what lower floors ask of payments. */
export function answerPorts(): void {
  answerBankPages()
  documentPayments.answer(async (type, documentIds, client) =>
    (await import('#app/payments/orders/list_document_payments')).listDocumentPayments(
      type,
      documentIds,
      client
    )
  )
  lastPayment.answer(
    (documents) => `select o.id, o.number from payment_orders o
      where (${documents.map(({ type, id }) => `o.source_type = '${type}' and o.source_id = ${id}`).join(' or ')})
        and o.status <> 'cancelled' order by o.id desc limit 1`
  )
  accountUses.answer({
    rows: (account) => `select 1 from payment_orders where debtor_account_id = ${account}`,
    says: () => 'tiene pagos.',
  })
  accountUses.answer({
    rows: (account) => `select 1 from payment_batches where debtor_account_id = ${account}`,
    says: () => 'tiene pagos.',
  })
  transferFollowers.answer(async (told) =>
    (await import('#app/payments/bank/follow_provider_transfer')).followProviderTransfer(told)
  )
  disableHindrances.answer({
    rows: (connector) =>
      `select 1 from payment_orders o join bank_accounts p on p.id = o.debtor_account_id where p.connector_id = ${connector} and o.status in ('draft', 'buffered', 'approved', 'sent')`,
    says: (count) =>
      count === 1
        ? 'Hay 1 pago en curso con este proveedor.'
        : `Hay ${count} pagos en curso con este proveedor.`,
  })
  closingHindrances.answer({
    rows: (account) =>
      `select 1 from payment_orders where debtor_account_id = ${account} and status in ('draft', 'buffered', 'approved', 'sent')`,
    says: (count) => `tiene ${counted(count, 'pago pendiente', 'pagos pendientes')}.`,
  })
  currencyUses.answer({
    rows: (account) => `select 1 from payment_orders where debtor_account_id = ${account}`,
  })
  supplierDocuments.answer({
    rows: (provider) =>
      `select 1 from payment_orders where creditor_type = 'provider' and creditor_id = ${provider}`,
  })
  archiveHindrances.answer({
    rows: (site) =>
      `select 1 from payment_orders where ${site} in (site_id, payer_site_id) and status in ('draft', 'buffered', 'approved', 'sent')`,
    says: (count) => `Tiene ${counted(count, 'pago en curso', 'pagos en curso')}.`,
    href: (siteId) => `/paysuppliers?site_ids[]=${siteId}`,
  })
}
