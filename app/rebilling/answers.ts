import { noteRebilling } from '#app/expenses/ports'
import { sharedBookings, shownShares } from '#app/invoices/ports'
import { followUnbooking } from '#app/invoices/unbook_followers'
import { issuedSources } from '#app/issuing/ports'
import { counted } from '#app/kernel/text/counted'
import { currentDocuments, debtSources } from '#app/loans/ports'
import { REBILLING } from '#app/rebilling/rebilling_labels'
import { approvalUses, archiveHindrances, categoryUses } from '#app/sites/ports'

/** Answers what lower floors ask of rebilling. */
export function answerPorts(): void {
  followUnbooking(async (invoiceId, actor, trx) =>
    (await import('#app/rebilling/charges/follow_unbooking')).followUnbooking(invoiceId, actor, trx)
  )
  sharedBookings.answer({
    companies: async (invoiceId, trx) =>
      (await import('#app/rebilling/sharing/book_shares')).sharingCompanies(invoiceId, trx),
    book: async (booked, trx) => (await import('#app/rebilling/sharing/book_shares')).bookShares(booked, trx),
    takeBack: async (undoing, trx) =>
      (await import('#app/rebilling/sharing/book_shares')).takeSharesBack(undoing, trx),
  })
  shownShares.answer(async (invoice, viewer) =>
    (await import('#app/rebilling/sharing/show_shares')).showShares(invoice, viewer)
  )
  noteRebilling.answer({
    choices: async (siteId) => (await import('#app/rebilling/notes/note_charges')).noteChoices(siteId),
    byRule: async (asked, trx) =>
      (await import('#app/rebilling/notes/rebill_note')).shareNoteByRule(asked, trx),
    charge: async (marked, actor, trx) =>
      (await import('#app/rebilling/notes/rebill_note')).chargeNote(marked, actor, trx),
    isCharged: async (noteId, trx) =>
      (await import('#app/rebilling/notes/rebill_note')).isNoteCharged(noteId, trx),
    listed: async (noteId, siteIds) =>
      (await import('#app/rebilling/notes/note_charges')).noteCharges(noteId, siteIds),
  })
  issuedSources.answer({
    type: REBILLING,
    label: 'Refacturación',
    href: (chargeId) => `/refacturacion/${chargeId}`,
    rectifyHref: (chargeId) => `/refacturacion/${chargeId}?act=rectify`,
    annulled: async (trx, { sourceId, reason, actor }) =>
      (await import('#app/rebilling/charges/annul_charge')).annulCharge(
        { chargeId: sourceId, reason, actor },
        trx
      ),
  })
  currentDocuments.answer({
    underPayment: async (siteIds, client) =>
      (await import('#app/rebilling/charges/net_charges')).chargesUnderPayment(siteIds, client),
    lock: async (siteIds, trx) =>
      (await import('#app/rebilling/charges/net_charges')).lockOpenCharges(siteIds, trx),
    net: async (netted, actor, trx) =>
      (await import('#app/rebilling/charges/net_charges')).netCharges(netted, actor, trx),
    restore: async (compensation, actor, trx) =>
      (await import('#app/rebilling/charges/net_charges')).restoreCharges(compensation, actor, trx),
  })
  debtSources.answer({
    type: REBILLING,
    lock: async (chargeId, trx) => {
      await (await import('#app/rebilling/charges/charge')).lockCharge(chargeId, trx)
    },
    giveBack: async (chargeId, amountMinor, actor, trx) =>
      (await import('#app/rebilling/charges/settle_by_loan')).owedAgain(chargeId, amountMinor, actor, trx),
  })
  archiveHindrances.answer({
    rows: (site) =>
      `select 1 from rebilling_transactions where ${site} in (origin_site_id, target_site_id) and status in ('draft', 'proposed', 'approved', 'issued', 'settling')`,
    says: (count) => `Tiene ${counted(count, 'refacturación en curso', 'refacturaciones en curso')}.`,
    href: (siteId) => `/refacturacion?site_ids[]=${siteId}`,
  })
  approvalUses.answer({
    kind: 'rebilling',
    isInUse: (site) =>
      `exists (select 1 from rebilling_settings s where s.active and (s.origin_site_id = ${site} or exists (select 1 from rebilling_setting_targets t where t.setting_id = s.id and t.site_id = ${site})))`,
  })
  categoryUses.answer({
    rows: (category) => `select 1 from rebilling_settings where ${category} = any(category_ids)`,
    one: 'regla de refacturación',
    many: 'reglas de refacturación',
  })
}
